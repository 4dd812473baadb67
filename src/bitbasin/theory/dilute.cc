// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/dilute.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "bitbasin/math/dual.h"
#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/linear_solve.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/theory/energetic_inner.h"

namespace bitbasin {
namespace {

constexpr double kDiluteReach = 8.3;  // exp(-8.3^2 / 2) = 1e-15
// C is a difference of numbers of order 1 / sqrt(d), and H(C)^y changes with y: 1e-11 is reached at d =
// 0.001.
constexpr double kTolerance = 1e-10;
constexpr int kMostSteps = 30;
constexpr double kLongest = 0.8, kShortestFraction = 1e-3;  // of one step; how far it is cut

enum Direction : std::size_t { kLogQHat, kRHat, kLogY, kLogD, kDirectionCount };
using DiluteDual = Dual<kDirectionCount>;

struct Evaluation {
  DiluteDual q_hat_miss, r_hat_miss;  // ln of new over old q^; new - old R^
  DiluteDual internal, external;
  DilutePoint point;
};

// The trapezoid rule for the normal measure; its step for functions analytic in a strip: exp(-2 pi strip /
// h).
double mean_step(double strip, double scale) {
  return scale * std::min(0.5, strip / 5.5);  // 1e-15
}

Evaluation evaluate(LabelSource task, double alpha, const TheoryQuadrature& quadrature,
                    const DiluteState& at) {
  const bool teacher = task == LabelSource::teacher;
  const DiluteDual q_hat = exp(DiluteDual::variable(at.log_q_hat, kLogQHat));
  const DiluteDual r_hat = teacher ? DiluteDual::variable(at.r_hat, kRHat) : DiluteDual(0.0);
  const DiluteDual y = exp(DiluteDual::variable(at.log_y, kLogY));
  const DiluteDual d = exp(DiluteDual::variable(at.log_d, kLogD));
  const DiluteDual s = 1.0 - 2.0 * d;
  const DiluteDual free = 4.0 * d * (1.0 - d);  // 1 - S^2
  const DiluteDual sharp = s / sqrt(free);

  // W~ in its field.
  const DiluteDual root = sqrt(q_hat);
  DiluteDual gap = 0.0, r = 0.0, log_cosh = 0.0;
  const double h = mean_step(1.57 / root.value, quadrature.step);
  for (int k = static_cast<int>(-kDiluteReach / h); k * h <= kDiluteReach; ++k) {
    DiluteDual field = r_hat;
    field.add(k * h, root);
    const Log2Cosh a = log_2cosh_terms(field.value);
    const double weight = h * kInverseRootTwoPi * portable_exp(-0.5 * k * h * k * h);
    gap += lift(field, weight * a.sech2, -2 * weight * a.sech2 * a.tanh);
    log_cosh += lift(field, weight * a.log_2cosh, weight * a.tanh);
    if (teacher) r += lift(field, weight * a.tanh, weight * a.sech2);
  }
  const DiluteDual q = 1.0 - gap;

  // The patterns.
  const DiluteDual alpha0_slope = sharp * sqrt(q);
  const DiluteDual alpha1 = sharp * sqrt(gap);
  const DiluteDual rho = r / sqrt(q);
  const DiluteDual tau = sqrt(1.0 - rho * rho);
  const DiluteDual eta_slope = rho / tau;
  InnerAverage inner(alpha1.value, 0, y.value, quadrature.step);
  constexpr double kNoStep = -40;  // H is 1: the sign of W~'s own patterns follows from its margin
  using Q = InnerAverages;
  DiluteDual hazard2 = 0.0, log_z = 0.0, log_tail = 0.0, teacher_pull = 0.0;
  double variance = 0, hazard_c = 0;
  double peak = 0;
  const double step = mean_step(2.8 * std::sqrt(gap.value / q.value), quadrature.step);
  for (int k = static_cast<int>(-kDiluteReach / step); k * step <= kDiluteReach; ++k) {
    const double z = k * step;
    DiluteDual alpha0 = 0.0;
    alpha0.add(z, alpha0_slope);
    const InnerAverages in = inner(alpha0.value, kNoStep, peak);
    const auto average = [&](Q::Quantity quantity) {
      DiluteDual x(in.value[quantity]);
      const auto& by = in.slope[quantity];
      return x.chain(by[0], alpha0).chain(by[1], alpha1).chain(by[4], y);
    };
    const double normal = step * kInverseRootTwoPi * portable_exp(-0.5 * z * z);
    DiluteDual weight(normal);
    const DiluteDual hazard = average(Q::kHazard);
    if (teacher) {
      DiluteDual eta = 0.0;
      eta.add(z, eta_slope);
      const double density = kInverseRootTwoPi * portable_exp(-0.5 * eta.value * eta.value);
      weight = lift(eta, 2 * normal * gaussian_tail(eta.value), -2 * normal * density);
      teacher_pull += lift(eta, 2 * normal * density, -2 * normal * density * eta.value) * hazard;
    }
    hazard2 += weight * hazard * hazard;
    log_z += weight * average(Q::kLogZ);
    log_tail += weight * average(Q::kLogTail);
    variance += weight.value * in.value[Q::kHazardVar];
    // d ln Z / d alpha1 = -y <K z1>.
    hazard_c += weight.value * (alpha0.value * hazard.value - alpha1.value * in.slope[Q::kLogZ][1] / y.value);
  }
  Evaluation out;
  const DiluteDual push = y * sharp;
  out.q_hat_miss = log(alpha * push * push * hazard2 / q_hat);
  out.r_hat_miss = teacher ? alpha * push * teacher_pull / tau - r_hat : DiluteDual(0.0);
  const DiluteDual all = -(d * log(d)) - (1.0 - d) * log(1.0 - d);
  out.internal = all + alpha * log_tail;
  out.external = -0.5 * gap * q_hat - r * r_hat + log_cosh + alpha * (log_z - y * log_tail);
  DilutePoint& p = out.point;
  p.at = at;
  p.q_tilde = q.value;
  p.r_tilde = r.value;
  p.internal_entropy = out.internal.value;
  p.external_entropy = out.external.value;
  // phi is stationary in q~ and the rest: d(h + F / y)/dS by S alone, where dC/dS = C / (S (1 - S^2)).
  p.slope = -0.5 * portable_log((1 + s.value) / (1 - s.value)) - alpha * hazard_c / (s.value * free.value);
  p.q0_hat = alpha * hazard2.value / free.value;
  p.width_hat = alpha * variance / free.value;
  p.r_hat = alpha * teacher_pull.value / (tau.value * std::sqrt(free.value));
  return out;
}

struct DiluteSystem {
  std::vector<DiluteDual> rows;
  std::vector<std::size_t> columns;
};

DiluteSystem system_of(LabelSource task, bool star, const Evaluation& at) {
  DiluteSystem system{{at.q_hat_miss}, {kLogQHat}};
  if (task == LabelSource::teacher) {
    system.rows.push_back(at.r_hat_miss);
    system.columns.push_back(kRHat);
  }
  if (star) {
    system.rows.push_back(at.external);
    system.columns.push_back(kLogY);
  }
  return system;
}

double& entry(DiluteState& x, std::size_t i) {
  double* const entries[] = {&x.log_q_hat, &x.r_hat, &x.log_y, &x.log_d};
  return *entries[i];
}

SquareMatrix matrix(const DiluteSystem& system) {
  const std::size_t n = system.rows.size();
  SquareMatrix slope(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) slope(i, j) = system.rows[i].slope[system.columns[j]];
  }
  return slope;
}

double largest(const DiluteSystem& system) {
  double most = 0;
  for (const DiluteDual& row : system.rows) {
    if (!std::isfinite(row.value)) return std::numeric_limits<double>::infinity();
    most = std::max(most, std::abs(row.value));
  }
  return most;
}

DiluteState solved(const DiluteSystem& system, std::vector<double> right) {
  const std::vector<double> move = solve_linear(matrix(system), std::move(right));
  DiluteState out{};
  for (std::size_t j = 0; j < move.size(); ++j) entry(out, system.columns[j]) = move[j];
  return out;
}

DiluteState newton_step(const DiluteSystem& system) {
  std::vector<double> right;
  for (const DiluteDual& row : system.rows) right.push_back(-row.value);
  return solved(system, std::move(right));
}

// du/d(ln d) along the solutions.
DiluteState tangent(const DiluteSystem& system) {
  std::vector<double> right;
  for (const DiluteDual& row : system.rows) right.push_back(-row.slope[kLogD]);
  DiluteState out = solved(system, std::move(right));
  out.log_d = 1;
  return out;
}

DiluteState moved(DiluteState x, double length, DiluteState along) {
  for (std::size_t i = 0; i < kDirectionCount; ++i) entry(x, i) += length * entry(along, i);
  return x;
}

}  // namespace

DilutePoint DiluteLimit::solve(const DiluteState& guess, RunControl& control) const {
  DilutePoint best;
  best.residual = std::numeric_limits<double>::infinity();
  DiluteState x = guess;
  DiluteState move{};
  double fraction = 1;
  for (int i = 0; i < kMostSteps && control.spend(1); ++i) {
    const Evaluation now = evaluate(task_, alpha_, quadrature_, x);
    const DiluteSystem system = system_of(task_, star_, now);
    const double miss = largest(system);
    if (!(miss < best.residual)) {  // also where it is no number
      fraction /= 2;
      if (i == 0 || fraction < kShortestFraction) break;
      x = moved(best.at, fraction, move);
      continue;
    }
    best = now.point;
    best.residual = miss;
    best.along = tangent(system);
    best.converged = miss < kTolerance;
    if (best.converged) break;
    move = newton_step(system);
    fraction = std::min(1.0, kLongest / std::max(std::abs(move.log_q_hat), std::abs(move.log_y)));
    x = moved(best.at, fraction, move);
  }
  return best;
}

DilutePoint DiluteLimit::follow(const DilutePoint& from, double d, RunControl& control) const {
  constexpr double kStep = 0.1;
  DilutePoint at = from;
  const double target = portable_log(d);
  double longest = kStep;
  while (at.converged && at.at.log_d != target && longest > kStep / 20) {
    const double left = target - at.at.log_d;
    const bool last = std::abs(left) <= longest;
    DiluteState guess = moved(at.at, last ? left : std::copysign(longest, left), at.along);
    if (last) guess.log_d = target;
    const DilutePoint next = solve(guess, control);
    if (control.stop_reason() != StopReason::none) break;
    if (next.converged) {
      at = next;
    } else {
      longest /= 2;
    }
  }
  at.converged = at.converged && at.at.log_d == target;
  return at;
}

}  // namespace bitbasin
