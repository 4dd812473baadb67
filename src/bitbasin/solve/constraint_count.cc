// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/constraint_count.h"

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {

std::size_t constraint_count(std::size_t n, double alpha, std::string_view ratio) {
  const double count = alpha * static_cast<double>(n);
  if (!(alpha >= 0)) fail("expected alpha, {}, of at least 0, got {}", ratio, alpha);
  constexpr double kLargest = 0x1p52;  // below it, halves are exact
  if (!(count <= kLargest)) fail("expected alpha * N of at most 2^52, got alpha = {} and N = {}", alpha, n);
  return static_cast<std::size_t>(std::llround(count));
}

std::size_t constraint_count(std::size_t n, std::optional<double> alpha, std::string_view ratio,
                             std::optional<std::int64_t> count, std::string_view name) {
  if (alpha.has_value() == count.has_value()) {
    fail("expected either alpha or {}, got {}", name, alpha ? "both" : "neither");
  }
  return alpha ? constraint_count(n, *alpha, ratio) : static_cast<std::size_t>(*count);
}

}  // namespace bitbasin
