// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/theory/energetic.h"

namespace bitbasin {

// The limit of small d and large y. A reference solution W~ with weight exp(N y S_I) stays so far from all
// patterns that hardly any of the configurations W at distance d violates one: violations are independent,
//   S_I = h(d) + (1/N) sum_mu ln H(-s D_mu),   s = S / sqrt(1 - S^2),
// h(d) = -d ln d - (1 - d) ln(1 - d) and D_mu the stability of pattern mu under W~; neglected terms are of
// second order in h(d) - S_I. The W drop out: W~ is a binary perceptron whose patterns have the weight H(-s
// D)^y, a soft margin, and one replica-symmetric overlap q~ (with a teacher also R~). With the conjugates q^,
// R^ of W~, I(z0) = integral Dz1 H(C)^y, C = s (sqrt(q~) z0 + sqrt(1 - q~) z1), K = G/H and eta = R~ z0 /
// sqrt(q~ - R~^2),
//   q~ = E tanh^2(sqrt(q^) z + R^),   q^ = alpha (y s)^2 E 2 H(eta) <K>^2,
//   R~ = E tanh(sqrt(q^) z + R^),     R^ = alpha y s E 2 G(eta) <K> / sqrt(1 - R~^2 / q~),
//   phi = y h(d) - (1 - q~) q^ / 2 - R~ R^ + E ln 2cosh(sqrt(q^) z + R^) + alpha E 2 H(eta) ln I,
// 1 and 0 in place of 2 H(eta) and R~ for random labels. These are the full equations with q1 = S^2, q0 = S^2
// q~, S~ = S q~, v = w = 0; they have no part that double precision could lose.
struct DiluteState {
  double log_q_hat, r_hat, log_y, log_d;
};

struct DilutePoint {
  DiluteState at{};
  DiluteState along{};  // its derivative by ln d along the family
  double q_tilde = 0, r_tilde = 0;
  double internal_entropy = 0, external_entropy = 0;
  double slope = 0;                             // dphi/dS / y
  double q0_hat = 0, width_hat = 0, r_hat = 0;  // the conjugates of the full equations that are not 0
  double residual = 0;
  bool converged = false;
};

// A family of such points: fixed y, or y* where the external entropy vanishes.
class DiluteLimit {
 public:
  DiluteLimit(LabelSource task, double alpha, bool star, const TheoryQuadrature& quadrature)
      : task_(task), alpha_(alpha), star_(star), quadrature_(quadrature) {}

  // Newton's method at the d of `guess`, and at its y if that is fixed.
  DilutePoint solve(const DiluteState& guess, RunControl& control) const;
  // To another distance in small steps along the tangent.
  DilutePoint follow(const DilutePoint& from, double d, RunControl& control) const;

 private:
  LabelSource task_;
  double alpha_;
  bool star_;
  TheoryQuadrature quadrature_;
};

}  // namespace bitbasin
