// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace bitbasin {

// Sums of n signs have the parity of n.

// The largest sum that is at most t; -n - 2 if there is none.
inline std::int64_t last_sum_within(std::size_t n, double t) {
  const auto largest = static_cast<std::int64_t>(n);
  if (t >= static_cast<double>(n)) return largest;
  if (t < -static_cast<double>(n)) return -largest - 2;
  const auto below = static_cast<std::int64_t>(std::floor(t));
  return below - ((below - largest) & 1);
}

// The smallest sum above t; n + 2 if there is none.
inline std::int64_t first_sum_above(std::size_t n, double t) {
  return last_sum_within(n, t) + 2;
}

}  // namespace bitbasin
