// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace bitbasin {

// "1 restart", "3 restarts", "1 entry", "3 entries".
inline std::string counted(std::uint64_t count, std::string_view noun) {
  if (count == 1) return fmt::format("1 {}", noun);
  if (!noun.ends_with('y')) return fmt::format("{} {}s", count, noun);
  return fmt::format("{} {}ies", count, noun.substr(0, noun.size() - 1));
}

}  // namespace bitbasin
