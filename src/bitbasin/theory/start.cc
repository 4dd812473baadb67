// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/start.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/theory/branch.h"
#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {
namespace {

// Overlaps between the equilibrium's q and S that Newton's method is drawn from; the mixing was found by
// trial and serves alpha from 0.05 to 0.83, and a teacher's to 1.2.
SaddleState first_guess(TheoryTask task, double alpha) {
  const auto typical = equilibrium(task, alpha);
  if (!typical) fail("expected alpha below the end of the equilibrium branch but it is {}", alpha);
  const double q = typical->q;
  const double s = 1 - 2 * kStartDistance;
  const double q_tilde = 0.8 * q + 0.2 * s;
  const double q1 = 0.3 * s + 0.7 * s * s;
  const double q0 = 0.8 * q + 0.18 * s;
  const double s_tilde = 0.8 * q + 0.17 * s;
  const double gap = 1 - q_tilde;
  const double bound = (s - s_tilde) * (s - s_tilde) / std::max(1e-3, q1 - q0);
  const double v = std::max(gap - bound, 0.02 * gap);
  SaddleState x{};
  x[kLogGap] = portable_log(gap);
  x[kLogit] = portable_log(v / (gap - std::min(v, 0.98 * gap)));
  x[kLogWidth] = portable_log(std::max(1e-3, q1 - q0));
  x[kW] = std::sqrt(std::max(q_tilde * q0 - s_tilde * s_tilde, 1e-6));
  x[kSHat] = 0.5 * portable_log((1 + s) / (1 - s));  // artanh S: no patterns at all
  x[kY] = kStartY;
  x[kS] = s;
  x[kAlpha] = alpha;
  if (task == TheoryTask::teacher) {
    x[kR] = q;
    x[kRho] = 0.01;
  }
  return x;
}

}  // namespace

NewtonResult cold_start(TheoryTask task, double alpha, const TheoryQuadrature& quadrature,
                        RunControl& control) {
  const NewtonProblem fixed{task, quadrature, {}, {}};
  NewtonOptions patient;
  patient.most_steps = 30;
  NewtonResult result = solve_newton(fixed, first_guess(task, alpha), control, patient);
  if (result.converged || control.stop_reason() != StopReason::none) return result;
  // From an alpha where the guess is known to work.
  constexpr double kSafeAlpha = 0.5;
  NewtonResult safe = solve_newton(fixed, first_guess(task, kSafeAlpha), control, patient);
  if (!safe.converged) return result;
  Branch branch({task, quadrature, {kAlpha}, {}}, safe, kAlpha, alpha > kSafeAlpha ? 1 : -1);
  while (branch.advance(control)) {
    const double now = branch.point().x[kAlpha];
    if ((alpha > kSafeAlpha) == (now >= alpha)) return branch.solve_between(kAlpha, alpha, control);
  }
  return result;
}

}  // namespace bitbasin
