// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/fetch/work_folder.h"

#include <stdlib.h>

#include <cerrno>
#include <string>
#include <system_error>

#include "bitbasin/base/error.h"

namespace bitbasin {

WorkFolder::WorkFolder(const std::filesystem::path& parent, std::string_view prefix) {
  std::error_code error;
  std::filesystem::create_directories(parent, error);
  std::string name = (parent / prefix).string() + "-XXXXXX";
  if (error || mkdtemp(name.data()) == nullptr) {
    fail("cannot write into {}: {}", parent.string(),
         error ? error.message() : std::generic_category().message(errno));
  }
  path_ = name;
}

WorkFolder::~WorkFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace bitbasin
