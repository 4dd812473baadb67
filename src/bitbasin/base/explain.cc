// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/explain.h"

#include <new>
#include <stdexcept>

#include "bitbasin/base/error.h"

namespace bitbasin {

std::string explain(const std::exception& error) {
  if (dynamic_cast<const Error*>(&error) != nullptr) return error.what();
  const bool too_large =
      dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
      dynamic_cast<const std::length_error*>(&error) != nullptr;  // larger than any container
  if (too_large) return "out of memory: this problem is too large for this machine";
  return fmt::format("internal error, please report it: {}", error.what());
}

}  // namespace bitbasin
