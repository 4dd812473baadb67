// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/options.h"

#include <fmt/format.h>

namespace bitbasin {

std::string to_text(const OptionValue& value) {
  struct Print {
    std::string operator()(std::monostate) const { return std::string(kAutoText); }
    std::string operator()(bool b) const { return b ? "true" : "false"; }
    std::string operator()(std::int64_t i) const { return fmt::format("{}", i); }
    std::string operator()(std::uint64_t u) const { return fmt::format("{}", u); }
    std::string operator()(double x) const { return fmt::format("{}", x); }  // reads back exactly
    std::string operator()(const std::string& s) const { return s; }
  };
  return std::visit(Print{}, value);
}

}  // namespace bitbasin
