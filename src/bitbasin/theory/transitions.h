// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/curve.h"

namespace bitbasin {

// Where the theory with random labels ceases to describe dense regions. `error` is numerical: the change due
// to a finer quadrature and to the last step of the search.
struct Transition {
  double alpha = std::numeric_limits<double>::quiet_NaN();
  double error = std::numeric_limits<double>::quiet_NaN();
  double d = std::numeric_limits<double>::quiet_NaN();  // the distance at which it happens first
};

// The smallest alpha at which q1 reaches S on the y* curve: (1 - q1) / (1 - S) has a minimum of 1 there.
Transition overlap_transition(const TheoryQuadrature& quadrature, RunControl& control);

// The smallest alpha at which the minimum of S_I over d on the y* curve is 0.
Transition entropy_transition(const TheoryQuadrature& quadrature, RunControl& control);

}  // namespace bitbasin
