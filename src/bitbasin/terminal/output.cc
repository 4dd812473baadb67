// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "bitbasin/base/error.h"

namespace bitbasin {

void write_stdout(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    fail("expected to write to standard output but got the error: {}",
         std::generic_category().message(errno));
  }
}

void Output::finish() const {
  if (!json_) return;
  constexpr int kIndent = 2;
  // A file name need not be UTF-8, JSON must be.
  write_stdout(result.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n');
}

}  // namespace bitbasin
