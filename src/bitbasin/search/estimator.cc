// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/estimator.h"

#include <cmath>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {

double flip_gain(double x, double gamma) {
  // log cosh a = |a| + log(1 + exp(-2 |a|)) - log 2
  const double minus = std::abs(x - gamma);
  const double plus = std::abs(x + gamma);
  return (minus - plus) +
         (portable_log1p(portable_exp(-2 * minus)) - portable_log1p(portable_exp(-2 * plus)));
}

}  // namespace bitbasin
