// SPDX-License-Identifier: Apache-2.0
// The rules of src/bitbasin/README.md and of the house, checked on every source file.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <sstream>

#include "bitbasin/sources/source_files.test.h"

namespace bitbasin::layers_test {
namespace {

using Layers = std::map<std::string, std::set<std::string>>;  // folder -> folders it may include

// Rows "| folder | may include | what lives there |" after the header of the table.
Layers read_layers() {
  Layers layers;
  for (const std::string& line : lines_of(kSourceTree / "README.md")) {
    std::istringstream cells(line);
    std::string before, folder, may_include;
    std::getline(cells, before, '|');
    std::getline(cells, folder, '|');
    std::getline(cells, may_include, '|');
    std::istringstream folder_word(folder), words(may_include);
    if (!line.starts_with("| ") || folder == " folder ") continue;
    folder_word >> folder;
    layers[folder].insert(folder);
    for (std::string word; words >> word;) layers[folder].insert(word);
  }
  return layers;
}

// The layer of a file; a folder below one shows a part of it.
std::string folder_of(const std::string& file) {
  return file.substr(0, file.find('/'));
}

TEST(Layers, EveryFolderHasARowAndAReadme) {
  const Layers layers = read_layers();
  ASSERT_GE(layers.size(), 2u);
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSourceTree)) {
    if (!entry.is_directory()) continue;
    const std::string folder = folder_of(std::filesystem::relative(entry.path(), kSourceTree).string());
    EXPECT_TRUE(layers.contains(folder)) << folder << " has no row in src/bitbasin/README.md";
    EXPECT_TRUE(exists(entry.path() / "README.md")) << entry.path() << " has no README.md";
  }
  for (const auto& [folder, below] : layers) {
    EXPECT_TRUE(is_directory(kSourceTree / folder))
        << "src/bitbasin/README.md has a row for no folder: " << folder;
    for (const std::string& name : below)
      EXPECT_TRUE(layers.contains(name)) << folder << " may include no folder: " << name;
  }
}

TEST(Layers, LowerFoldersDoNotIncludeUpperOnes) {
  Layers layers = read_layers();
  for (const auto& [folder, below] : Layers(layers)) {
    for (const std::string& name : below) {
      EXPECT_TRUE(name == folder || !layers[name].contains(folder))
          << folder << " and " << name << " include each other";
    }
  }
}

TEST(Layers, IncludesFollowTheTable) {
  Layers layers = read_layers();
  Layers unused = layers;
  for (const std::string& file : source_files()) {
    for (const std::string& included : includes_of(file)) {
      if (!included.starts_with("bitbasin/")) {
        ADD_FAILURE() << file << " includes \"" << included << "\" without its full path";
        continue;
      }
      const std::string folder = folder_of(included.substr(std::string("bitbasin/").size()));
      unused[folder_of(file)].erase(folder);
      const bool special = (file.ends_with(".perf.cc") && folder == "bench") ||
                           (file.ends_with(".py.cc") && folder == "python");
      EXPECT_TRUE(special || layers[folder_of(file)].contains(folder)) << file << " includes " << included;
      EXPECT_TRUE(exists(kSourceTree.parent_path() / included)) << file << " includes " << included;
    }
  }
  for (const auto& [folder, below] : unused) {
    for (const std::string& name : below) {
      EXPECT_EQ(name, folder) << folder << " may include " << name << ", which it never does";
    }
  }
}

// The word after `struct`, `class` or `enum class` where a line begins a definition.
std::string defined_type(const std::string& line) {
  for (const std::string start : {"struct ", "class ", "enum class "}) {
    if (!line.starts_with(start) || line.find(';') < line.find('{')) continue;
    const std::size_t end = line.find_first_of(" {:;<", start.size());
    if (line[end] == '<') continue;  // a specialisation
    return line.substr(start.size(), end - start.size());
  }
  return "";
}

// Two classes of one name in one namespace break the one-definition rule, and the linker does not notice. So
// a name may be defined in one file only, except in anonymous namespaces and those of tests.
TEST(Names, TypesOutsideAnonymousNamespacesAreDefinedOnce) {
  std::map<std::string, std::string> first;
  for (const std::string& file : source_files()) {
    if (file.ends_with(".test.cc") || file.ends_with(".perf.cc")) continue;
    bool anonymous = false;
    std::string scope;  // named namespaces below bitbasin, such as rbp_detail or HWY_NAMESPACE
    for (const std::string& line : lines_of(kSourceTree / file)) {
      if (line == "namespace {") anonymous = true;
      if (line == "}  // namespace") anonymous = false;
      if (line.starts_with("namespace ") && line.ends_with(" {") && line != "namespace {") {
        scope += line.substr(0, line.size() - 2) + " ";
      }
      const std::string closed = line.starts_with("}  // namespace ") ? line.substr(5) + " " : "";
      if (!closed.empty() && scope.ends_with(closed)) scope.resize(scope.size() - closed.size());
      const std::string type = defined_type(line);
      if (anonymous || type.empty()) continue;
      const auto [known, is_new] = first.emplace(scope + type, file);
      EXPECT_TRUE(is_new || known->second == file)
          << type << " is defined in " << known->second << " and in " << file;
    }
  }
  EXPECT_GT(first.size(), 100u);
}

TEST(House, SourcesStartWithTheLicenceAndAreShortAndAscii) {
  constexpr std::size_t kMostLines = 450;  // longer files should be split
  constexpr std::size_t kMostColumns = 110;
  for (const std::string& file : source_files()) {
    const auto lines = lines_of(kSourceTree / file);
    ASSERT_FALSE(lines.empty()) << file;
    EXPECT_EQ(lines[0], "// SPDX-License-Identifier: Apache-2.0") << file;
    EXPECT_LE(lines.size(), kMostLines) << file;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool ascii = std::ranges::all_of(lines[i], [](char c) { return c >= ' ' && c <= '~'; });
      EXPECT_TRUE(ascii) << file << ":" << i + 1 << " has a tab or a character that is not ASCII";
      EXPECT_LE(lines[i].size(), kMostColumns) << file << ":" << i + 1;
    }
    if (file.ends_with(".h") && !file.ends_with("-inl.h")) {  // Highway reads -inl.h files once per target
      EXPECT_EQ(std::ranges::count(lines, "#pragma once"), 1) << file;
    }
  }
}

}  // namespace
}  // namespace bitbasin::layers_test
