// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {

// One weight of y replicas that are tied by gamma to a reference s, each under the field u of its own
// patterns: p_s ~ (2 cosh(u + s gamma))^y.
struct FocusingTerms {
  double log_sum;    // log sum_s (2 cosh(u + s gamma))^y
  double mean_log;   // its derivative by y: sum_s p_s log 2 cosh(u + s gamma)
  double m;          // sum_s p_s tanh(u + s gamma), which is tanh(u + phi) (math/focusing_field.h)
  double agreement;  // sum_s s p_s tanh(u + s gamma)
};

inline FocusingTerms focusing_terms(double u, double gamma, double y) {
  const Log2Cosh plus = log_2cosh_terms(u + gamma), minus = log_2cosh_terms(u - gamma);
  const double gap = y * (plus.log_2cosh - minus.log_2cosh);
  const double ratio = portable_exp(-std::abs(gap));  // of the smaller p_s to the larger
  const double larger = 1 / (1 + ratio), smaller = ratio / (1 + ratio);
  const double p_plus = gap >= 0 ? larger : smaller, p_minus = gap >= 0 ? smaller : larger;
  return {y * std::max(plus.log_2cosh, minus.log_2cosh) + portable_log1p(ratio),
          p_plus * plus.log_2cosh + p_minus * minus.log_2cosh, p_plus * plus.tanh + p_minus * minus.tanh,
          p_plus * plus.tanh - p_minus * minus.tanh};
}

}  // namespace bitbasin
