// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitbasin_paths.test.h>
#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

namespace bitbasin {

inline const std::filesystem::path kSourceTree =
    std::filesystem::path(BITBASIN_SOURCE_DIR) / "src" / "bitbasin";

// All sources of the library, the program and the modules, relative to src/bitbasin, sorted.
inline std::vector<std::string> source_files() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kSourceTree)) {
    const auto extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc" || extension == ".cu" || extension == ".cuh") {
      files.push_back(std::filesystem::relative(entry.path(), kSourceTree).string());
    }
  }
  std::ranges::sort(files);
  return files;
}

}  // namespace bitbasin
