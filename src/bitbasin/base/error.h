// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string_view>
#include <utility>

namespace bitbasin {

// What a user did wrong, as one sentence that names what was expected and what was given.
// Commands print it and exit with 2. A bug in bitbasin is an assert instead.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

#ifndef __cpp_exceptions
// Where there are no exceptions, whoever links the library says how a failure ends.
[[noreturn]] void end_by_error(std::string_view sentence);
#endif

template <class... Args>
[[noreturn]] void fail(fmt::format_string<Args...> sentence, Args&&... args) {
#ifdef __cpp_exceptions
  throw Error(fmt::format(sentence, std::forward<Args>(args)...));
#else
  end_by_error(fmt::format(sentence, std::forward<Args>(args)...));
#endif
}

}  // namespace bitbasin
