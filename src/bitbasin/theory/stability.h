// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/theory/energetic.h"

namespace bitbasin {

// How much small deviations from the symmetry of replicas grow in one iteration of the saddle-point
// equations; below 1 the symmetry is locally stable. doc/design/theory.md derives them.
struct ReplicaStability {
  // Of overlaps between groups, a reference and its solutions: the three symmetric modes, largest first.
  std::array<double, 3> between{};
  std::array<double, 3> mode{};  // the largest one: deviations of q~, S~ and q0, of length 1
  double antisymmetric = 0;      // S~ of group a with b against that of b with a
  double within = 0;             // of q1, among the solutions around one reference

  double largest() const { return between[0] > within ? between[0] : within; }
};

// At a saddle point with finite y and q1 > q0.
ReplicaStability replica_stability(const OrderParameters<double>& order, const Conjugates<double>& conjugate,
                                   LabelSource task, const TheoryQuadrature& quadrature);

}  // namespace bitbasin
