// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/theory/curve.h"

namespace bitbasin {

// A point of the y* curve for random labels at which something changes sign.
struct Edge {
  double d = 0;
  double y = 0;
  double internal_entropy = 0;
};

// Where the y* curve enters and leaves the regions that cannot be physical, in the order of the branch from
// d = 0.1 towards smaller d. Where q1 = S the reference is one more of the solutions around it: the equations
// are those of one_step.h at m = y + 1, S^ equals q1^, and dphi/dS vanishes. So the three ways to find such a
// point agree up to numerical errors. Beyond a fold dS_I/dS may vanish elsewhere, too.
struct OverlapEdges {
  std::vector<Edge> overlap;   // q1 = S, interpolated between points of the branch
  std::vector<Edge> slope;     // dS_I/dS = 0, likewise
  std::vector<Edge> one_step;  // complexity + s = 0, which is S_E, among the saddle points of one step
  int points = 0;              // of the branch
  int disagreements = 0;       // points at which q1 - S and dS_I/dS differ in sign
  double smallest_d = 0;       // how far the branch was followed
};

// Through folds, until d falls below `low` or is back at 0.1.
OverlapEdges overlap_edges(double alpha, double low, const TheoryQuadrature& quadrature, RunControl& control);

}  // namespace bitbasin
