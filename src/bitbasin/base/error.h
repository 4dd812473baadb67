// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

namespace bitbasin {

// What a user did wrong, as one sentence that names what was expected and what was given.
// Commands print it and exit with 2. A bug in bitbasin is an assert instead.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> sentence, Args&&... args) {
  throw Error(fmt::format(sentence, std::forward<Args>(args)...));
}

}  // namespace bitbasin
