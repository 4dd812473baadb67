// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "bitbasin/base/error.h"

namespace bitbasin {

Json to_json(const OptionValue& value) {
  struct Convert {
    Json operator()(std::monostate) const { return kAutoText; }
    Json operator()(bool b) const { return b; }
    Json operator()(std::int64_t i) const { return i; }
    Json operator()(std::uint64_t u) const { return u; }
    Json operator()(double x) const { return x; }
    Json operator()(const std::string& s) const { return s; }
  };
  return std::visit(Convert{}, value);
}

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
