// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/theory/energetic.h"

namespace bitbasin {

// One step of replica-symmetry breaking for typical solutions (Krauth and Mezard 1989) at zero temperature.
// These are the equations of the large deviations without a constraint on W~ and without a distance: clusters
// of solutions have the weight of their size to the power m. With C and A as there, R = S^ = S~^ = 0, and K =
// G/H,
//   phi = -m (1 - q1) q1^ / 2 - m^2 (q1 q1^ - q0 q0^) / 2 + E ln I + alpha E ln J,
//   I = integral Dz1 (2 cosh A)^m,   J = integral Dz1 H(C)^m,
//   q0 = E <tanh A>^2,   q1 = E <tanh^2 A>,   q0^ = alpha E <K>^2 / (1 - q1),   q1^ = alpha E <K^2> / (1 -
//   q1),
// s = dphi/dm is the entropy of a cluster, phi - m s the complexity, ln of the number of such clusters.
enum class OneStepKind {
  symmetric,  // q1 = q0: one cluster has everything; at every m
  between,    // q0 < q1 < 1
  frozen,     // q1 = 1: each solution is its own cluster; at every m > 0
};

struct OneStepSaddle {
  OneStepKind kind = OneStepKind::symmetric;
  double alpha = 0, m = 0;
  double q0 = 0;
  double one_less_q1 = 0;         // 1 - q1, which may be tiny
  double q0_hat = 0, q1_hat = 0;  // q1^ is infinite where q1 = 1
  double action = 0;              // phi
  double entropy = 0;             // s
  double complexity = 0;          // phi - m s
  double residual = 0;            // the larger of both equations
};

// The equations at any overlaps 0 < q0 < q1 < 1, given by q0 and ln((q1 - q0) / (1 - q1)).
struct OneStepMap {
  Dual<2> miss_q0, miss_q1;  // new - old q0, ln of new over old 1 - q1; with slopes by ln(...) and q0
  double q0_hat, q1_hat, action, entropy;
};
OneStepMap one_step_map(double alpha, double m, double q0, double log_ratio,
                        const TheoryQuadrature& quadrature);

// J diverges for m < 0 from |m| (q1 - q0) = 1 - q1 on.
bool one_step_exists(double m, double log_ratio);

// All saddle points at given m, from the symmetric one to the frozen one: those between are found by a search
// along the line on which the equation for q0 holds. `alpha` has an equilibrium of positive entropy.
std::vector<OneStepSaddle> one_step_saddles(double alpha, double m, const TheoryQuadrature& quadrature,
                                            RunControl& control);

}  // namespace bitbasin
