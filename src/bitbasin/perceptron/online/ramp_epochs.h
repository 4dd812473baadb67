// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "bitbasin/math/portable_exp.h"

namespace bitbasin {

// Epochs of a ramp that solves most random instances at the first try, given those for alpha = 0.65: twice as
// many for every 0.02 more, measured from 0.65 to 0.75. Half as many are enough below. Beyond 0.76 longer
// ramps do not help; beyond 0.9 only a teacher's labels can be learned, in a few dozen epochs at alpha = 2.
inline std::int64_t ramp_epochs(double alpha, std::int64_t epochs_at_065) {
  constexpr double kLog2 = 0.693147180559945309;
  const double doublings = alpha > 0.9 ? 0 : std::clamp((alpha - 0.65) / 0.02, -1.0, 5.5);
  return static_cast<std::int64_t>(static_cast<double>(epochs_at_065) * portable_exp(kLog2 * doublings));
}

}  // namespace bitbasin
