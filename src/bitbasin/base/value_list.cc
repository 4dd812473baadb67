// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/value_list.h"

#include <cmath>
#include <cstdint>

#include "bitbasin/base/error.h"
#include "bitbasin/base/split.h"

namespace bitbasin {

std::vector<double> parse_value_list(std::string_view label, std::string_view text,
                                     const Range<double>& range) {
  constexpr std::int64_t kMostValues = 1'000'000;
  const auto value = [&](std::string_view part) {
    const double x = parse_number(label, part, range);
    if (!std::isfinite(x)) fail("{}: expected a finite number, got {}", label, quote(part));
    return x;
  };
  std::vector<double> values;
  if (text.find(':') == std::string_view::npos) {
    for (const std::string_view part : split(text, ',')) values.push_back(value(part));
    return values;
  }
  const auto parts = split(text, ':');
  if (parts.size() != 3) {
    fail("{}: expected a value, values separated by commas, or FIRST:LAST:COUNT; got {}", label, quote(text));
  }
  const double first = value(parts[0]), last = value(parts[1]);
  const auto count = parse_number<std::int64_t>(label, parts[2], {1, kMostValues});
  for (std::int64_t k = 0; k < count; ++k) {
    // the ends are met exactly
    const double part = count > 1 ? static_cast<double>(k) / static_cast<double>(count - 1) : 0;
    values.push_back(k + 1 == count && count > 1 ? last : first + (last - first) * part);
  }
  return values;
}

}  // namespace bitbasin
