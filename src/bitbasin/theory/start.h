// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/newton.h"

namespace bitbasin {

// Where every computation starts: a distance and a y at which the saddle point is found without a guess.
inline constexpr double kStartDistance = 0.1;
inline constexpr double kStartY = 2;

// The solution at kStartDistance and kStartY, 0 < alpha below the end of the equilibrium branch.
NewtonResult cold_start(LabelSource task, double alpha, const TheoryQuadrature& quadrature,
                        RunControl& control);

}  // namespace bitbasin
