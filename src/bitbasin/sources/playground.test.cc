// SPDX-License-Identifier: Apache-2.0
// The list of sources in cmake/Playground.cmake, which only make test-playground compiles and links.
#include <gtest/gtest.h>
#include <playground_sources.test.h>

#include <map>
#include <set>

#include "bitbasin/sources/source_files.test.h"

namespace bitbasin::playground_test {
namespace {

// Every file that the sources include, in any number of steps, and one that includes it.
std::map<std::string, std::string> reached_from(const std::set<std::string>& sources) {
  const std::string root = "bitbasin/";
  std::map<std::string, std::string> reached;
  std::vector<std::string> open(sources.begin(), sources.end());
  while (!open.empty()) {
    const std::string file = open.back();
    open.pop_back();
    for (const std::string& included : includes_of(file)) {
      const std::string name = included.substr(root.size());
      if (reached.emplace(name, file).second) open.push_back(name);
    }
  }
  return reached;
}

TEST(House, ThePlaygroundIsCompiledWithAllThatItIncludes) {
  const std::set<std::string> sources(std::begin(kPlaygroundSources), std::end(kPlaygroundSources));
  const std::set<std::string> left_out(std::begin(kLeftOutOfPlayground), std::end(kLeftOutOfPlayground));
  for (const std::string& file : left_out) {
    EXPECT_TRUE(exists(kSourceTree / file)) << "there is no " << file << " to leave out";
  }
  const auto reached = reached_from(sources);
  EXPECT_GT(reached.size(), sources.size());
  for (const auto& [header, includer] : reached) {
    const std::string source = std::filesystem::path(header).replace_extension(".cc").string();
    if (!exists(kSourceTree / source) || sources.contains(source) || left_out.contains(source)) continue;
    ADD_FAILURE() << includer << " includes " << header << ", but " << source
                  << " is neither in wasm_sources nor in wasm_left_out of cmake/Playground.cmake";
  }
}

}  // namespace
}  // namespace bitbasin::playground_test
