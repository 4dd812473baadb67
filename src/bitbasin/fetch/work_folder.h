// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string_view>

namespace bitbasin {

// A new folder that is removed with everything in it at the end of the scope.
class WorkFolder {
 public:
  // Named `prefix`, a dash and some letters, in a parent folder, which is made if it is not there.
  WorkFolder(const std::filesystem::path& parent, std::string_view prefix);
  WorkFolder(const WorkFolder&) = delete;
  WorkFolder& operator=(const WorkFolder&) = delete;
  ~WorkFolder();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace bitbasin
