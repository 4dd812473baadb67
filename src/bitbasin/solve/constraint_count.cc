// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/constraint_count.h"

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {

std::size_t constraint_count(std::size_t n, double alpha, std::string_view ratio) {
  const double count = alpha * static_cast<double>(n);
  if (!(alpha >= 0)) fail("expected alpha, {}, to be at least 0 but it is {}", ratio, alpha);
  constexpr double kLargest = 0x1p52;  // below it, halves are exact
  if (!(count <= kLargest))
    fail("expected alpha * N to be at most 2^52 but alpha is {} and N is {}", alpha, n);
  return static_cast<std::size_t>(std::llround(count));
}

std::size_t constraint_count(std::size_t n, std::optional<double> alpha, std::string_view ratio,
                             std::optional<std::int64_t> count, std::string_view name) {
  if (alpha.has_value() == count.has_value()) {
    fail("expected either alpha or {} but {} given", name, alpha ? "both are" : "neither is");
  }
  return alpha ? constraint_count(n, *alpha, ratio) : static_cast<std::size_t>(*count);
}

}  // namespace bitbasin
