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

// Up to these alphas Newton's method goes from the first guess to the physical solution in 5 to 10
// evaluations; beyond them it may end elsewhere.
constexpr double kSafeClassify = 0.75;
constexpr double kSafeTeacher = 1.0;

// Overlaps between the equilibrium's q and S; the mixing was found by trial.
SaddleState first_guess(LabelSource task, double alpha) {
  const auto typical = equilibrium(task, alpha);
  if (!typical) fail("expected alpha below the end of the equilibrium branch, got {}", alpha);
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
  if (task == LabelSource::teacher) {
    x[kR] = q;
    x[kRho] = 0.01;
  }
  return x;
}

}  // namespace

NewtonResult cold_start(LabelSource task, double alpha, const TheoryQuadrature& quadrature,
                        RunControl& control) {
  const NewtonProblem fixed{task, quadrature, {}, {}};
  NewtonOptions patient;
  patient.most_steps = 30;
  const auto from_guess = [&](double at) {
    return solve_newton(fixed, first_guess(task, at), control, patient);
  };
  const double safe = task == LabelSource::teacher ? kSafeTeacher : kSafeClassify;
  if (alpha <= safe) return from_guess(alpha);
  NewtonResult result = from_guess(safe);
  if (!result.converged) return result;
  Branch branch({task, quadrature, {kAlpha}, {}}, result, kAlpha, 1);
  while (branch.advance(control)) {
    if (branch.point().x[kAlpha] >= alpha) return branch.solve_between(kAlpha, alpha, control);
  }
  result.converged = false;
  return result;
}

}  // namespace bitbasin
