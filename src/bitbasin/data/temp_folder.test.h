// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>
#include <zlib.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "bitbasin/base/error.h"

namespace bitbasin {

inline std::string file_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A fresh folder that is removed with everything in it at the end of the scope.
class TempFolder {
 public:
  TempFolder() : folder_((std::filesystem::temp_directory_path() / "bitbasin-XXXXXX").string()) {
    EXPECT_NE(mkdtemp(folder_.data()), nullptr);
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }

  const std::string& path() const { return folder_; }
  std::string path(std::string_view name) const { return folder_ + "/" + std::string(name); }

  // Writes a file with exactly these bytes, or with their gzip form, and returns its path.
  std::string add(std::string_view name, std::string_view bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  std::string add_gzip(std::string_view name, std::string_view bytes) const {
    gzFile file = gzopen(path(name).c_str(), "wb");
    EXPECT_EQ(gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size())),
              static_cast<int>(bytes.size()));
    EXPECT_EQ(gzclose(file), Z_OK);
    return path(name);
  }

  std::ptrdiff_t count_files() const {
    return std::distance(std::filesystem::directory_iterator(folder_), std::filesystem::directory_iterator());
  }

 private:
  std::string folder_;
};

// What the Error thrown by the function says, or "(no error)".
template <class Function>
std::string error_text(Function&& function) {
  try {
    function();
  } catch (const Error& error) {
    return error.what();
  }
  return "(no error)";
}

}  // namespace bitbasin
