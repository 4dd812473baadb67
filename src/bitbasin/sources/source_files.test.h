// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitbasin_paths.test.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
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

inline std::vector<std::string> lines_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

// What a source, relative to src/bitbasin, includes in quotes.
inline std::vector<std::string> includes_of(const std::string& file) {
  const std::string start = "#include \"";
  std::vector<std::string> included;
  for (const std::string& line : lines_of(kSourceTree / file)) {
    if (!line.starts_with(start)) continue;
    included.push_back(line.substr(start.size(), line.find('"', start.size()) - start.size()));
  }
  return included;
}

}  // namespace bitbasin
