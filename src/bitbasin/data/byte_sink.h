// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bitbasin {

// Where a writer puts its bytes: a file (write_file) or a string (collect). Called once per block, not per
// byte.
using ByteSink = std::function<void(std::string_view)>;

// Everything that `body` writes, as one string.
inline std::string collect(const std::function<void(const ByteSink&)>& body) {
  std::string text;
  body([&text](std::string_view bytes) { text += bytes; });
  return text;
}

}  // namespace bitbasin
