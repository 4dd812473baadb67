// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/data_sets.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

#include "bitbasin/base/error.h"
#include "bitbasin/data/sha256.h"

namespace bitbasin {
namespace {

// Fashion-MNIST has the digests of the files in Debian's dataset-fashion-mnist 0.0~git20200523.55506a9-1.
constexpr KnownDataSet kKnown[] = {
    {"mnist",
     "handwritten digits, 28 x 28",
     {{{"train-images-idx3-ubyte", "ba891046e6505d7aadcbbe25680a0738ad16aec93bde7f9b65e87a2fc25776db"},
       {"train-labels-idx1-ubyte", "65a50cbbf4e906d70832878ad85ccda5333a97f0f4c3dd2ef09a8a9eef7101c5"},
       {"t10k-images-idx3-ubyte", "0fa7898d509279e482958e8ce81c8e77db3f2f8254e26661ceb7762c4d494ce7"},
       {"t10k-labels-idx1-ubyte", "ff7bcfd416de33731a308c3f266cc351222c34898ecbeaf847f06e48f7ec33f2"}}}},
    {"fashion",
     "articles of clothing, 28 x 28",
     {{{"train-images-idx3-ubyte", "c59f468a2f672dc815687fe0f83887768d799fd8a3f3276145d20f83aa44d888"},
       {"train-labels-idx1-ubyte", "bad3541b69d912435c50bb6ba87bec294ff4f6a2e1246121d8633921760443d9"},
       {"t10k-images-idx3-ubyte", "5b4141f0afbad91edebe8549f8fcffe087ea10ca49f1dbef5c9a5cd8815ce37b"},
       {"t10k-labels-idx1-ubyte", "0402a96d92fd2663957122ceb108a494c5af83dab82d92729df917d7dec38c34"}}}},
};

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

}  // namespace

std::span<const KnownDataSet> known_data_sets() {
  return kKnown;
}

std::string data_home() {
  if (const std::string home = environment("BITBASIN_DATA"); !home.empty()) return home;
  std::filesystem::path share = environment("XDG_DATA_HOME");
  if (share.empty()) {
    const std::string home = environment("HOME");
    if (home.empty()) {
      fail("set the environment variable BITBASIN_DATA to a folder for data sets: HOME is not set");
    }
    share = std::filesystem::path(home) / ".local" / "share";
  }
  return (share / "bitbasin").string();
}

std::string folder_of(const KnownDataSet& set, const std::string& home) {
  return (std::filesystem::path(home) / set.name).string();
}

std::string where_to_put(const KnownDataSet& set, const std::string& folder) {
  return fmt::format("put {}, {}, {} and {}, plain or .gz, into {}", set.files[0].name, set.files[1].name,
                     set.files[2].name, set.files[3].name, folder);
}

std::string find_data_set(const std::string& name) {
  const auto known = std::ranges::find(kKnown, name, &KnownDataSet::name);
  if (known != std::end(kKnown)) {
    const std::string folder = folder_of(*known, data_home());
    if (!holds_data_set(folder)) {
      fail("the data set {} is not on this machine: run 'bitbasin data fetch {}', or {}", name, name,
           where_to_put(*known, folder));
    }
    return folder;
  }
  std::error_code ignored;
  if (!std::filesystem::is_directory(name, ignored)) {
    fail("expected a data set (mnist, fashion or a folder), got '{}'", name);
  }
  return name;
}

DataSet load_data_set(const std::string& name) {
  return read_data_set(find_data_set(name));
}

std::string first_wrong_file(const KnownDataSet& set, const std::string& folder) {
  for (const KnownFile& file : set.files) {
    const std::filesystem::path path = std::filesystem::path(folder) / file.name;
    const std::filesystem::path packed = path.string() + ".gz";
    std::error_code ignored;
    const bool plain = std::filesystem::exists(path, ignored);
    if (!plain && !std::filesystem::exists(packed, ignored)) return path.string();
    const std::string found = (plain ? path : packed).string();
    if (sha256_of_file(found) != file.sha256) return found;
  }
  return "";
}

}  // namespace bitbasin
