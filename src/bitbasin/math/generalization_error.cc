// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/generalization_error.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace bitbasin {

double generalization_error(double overlap) {
  return std::acos(std::clamp(overlap, -1.0, 1.0)) / std::numbers::pi;  // rounding must not make it NaN
}

}  // namespace bitbasin
