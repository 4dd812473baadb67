// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/branch.h"
#include "bitbasin/theory/curve.h"

namespace bitbasin {

// The solution with zero external entropy at d = 0.1, and at a fixed y.
NewtonResult star_start(const CurveRequest& request, RunControl& control);
NewtonResult fixed_start(const CurveRequest& request, RunControl& control);

// The family of solutions that a curve follows in d.
NewtonProblem curve_family(const CurveRequest& request);

TheoryPoint to_point(const CurveRequest& request, const NewtonResult& solved);

}  // namespace bitbasin
