// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parse_bytes.h"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/base/number_from_chars.h"
#include "bitbasin/base/parse_number.h"

namespace bitbasin {

std::uint64_t parse_bytes(std::string_view label, std::string_view text) {
  constexpr std::pair<std::string_view, double> kUnits[] = {{"", 1},     {"B", 1},      {"KB", 1e3},
                                                            {"MB", 1e6}, {"KiB", 1024}, {"MiB", 1024 * 1024}};
  constexpr double kMost = 1e15;
  double count = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = number_from_chars(text.data(), last, count);
  const std::string_view unit(end, static_cast<std::size_t>(last - end));
  const auto* const found = std::ranges::find(kUnits, unit, [](const auto& known) { return known.first; });
  const double bytes = found == std::end(kUnits) ? 0 : count * found->second;
  if (error != std::errc{} || !(bytes >= 1 && bytes <= kMost)) {
    fail("{}: expected a size in bytes such as 20000, 20KB or 125KiB, got {}", label, quote(text));
  }
  return static_cast<std::uint64_t>(bytes);
}

}  // namespace bitbasin
