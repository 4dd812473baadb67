// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {

// ln(2 cosh x) and its first two derivatives, without overflow and, for the second, without cancellation.
struct Log2Cosh {
  double log_2cosh;
  double tanh;
  double sech2;  // 1 - tanh^2
};

inline Log2Cosh log_2cosh_terms(double x) {
  const double a = std::abs(x);
  const double e = portable_exp(-2 * a);
  const double inverse = 1 / (1 + e);
  return {a + portable_log1p(e), std::copysign((1 - e) * inverse, x), 4 * e * inverse * inverse};
}

}  // namespace bitbasin
