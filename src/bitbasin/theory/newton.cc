// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/newton.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "bitbasin/math/linear_solve.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

// The unknowns of the saddle point in the order of their columns.
std::vector<Unknown> columns(const NewtonProblem& problem) {
  std::vector<Unknown> list{kLogGap, kLogit, kLogWidth, kW, kSHat};
  if (problem.task == LabelSource::teacher) list.insert(list.end(), {kR, kRho});
  list.insert(list.end(), problem.freed.begin(), problem.freed.end());
  return list;
}

// How far one step may go, found by trial: longer ones lead out of the region of convergence.
double longest_step(const SaddleState& x, std::size_t i) {
  switch (i) {
    case kW:
      return std::max(0.1, 0.01 / std::abs(x[kW]));  // of w^2: 0.02
    case kSHat:
      return 0.3 * (1 + std::abs(x[kSHat]));
    case kY:
      return 0.7;
    case kS:
      return 0.4;
    case kAlpha:
      return 0.05;
    case kR:
    case kRho:
      return 0.15;
    default:
      return 0.8;
  }
}

// Only w^2 enters the equations, so Newton's method is applied to w^2: near 0, steps in w itself would only
// halve its error. A step to w^2 < 0 goes towards 0 instead.
double moved_w(double w, double du) {
  const double square = w * w + 2 * w * du;
  return square > 0 ? std::copysign(std::sqrt(square), w) : 0.3 * w;
}

struct NewtonSystem {
  std::vector<double> residual;
  SquareMatrix slope;  // by the free coordinates
  double held = 0;     // the largest residual of the equations that were replaced
};

NewtonSystem assemble(const NewtonProblem& problem, const std::vector<Unknown>& free, const SaddleState& x,
                      const SaddleEvaluation& at) {
  std::vector<Sloped> rows(at.residual.begin(),
                           at.residual.begin() + static_cast<std::ptrdiff_t>(equation_count(problem.task)));
  double held = 0;
  for (const std::size_t i : hold_undetermined(x, rows))
    held = std::max(held, std::abs(at.residual[i].value));
  for (const ExtraEquation& equation : problem.extra) rows.push_back(equation(x, at));
  assert(rows.size() == free.size());
  NewtonSystem system{{}, SquareMatrix(rows.size()), held};
  for (std::size_t i = 0; i < rows.size(); ++i) {
    system.residual.push_back(rows[i].value);
    for (std::size_t j = 0; j < free.size(); ++j) {
      system.slope(i, j) = rows[i].slope[free[j]] * stretch(x, free[j]);
    }
  }
  return system;
}

// Without v and w: for small d they vanish, are hardly determined and do not matter.
double length_of_step(const std::vector<Unknown>& free, const std::vector<double>& move) {
  double sum = 0;
  for (std::size_t j = 0; j < free.size(); ++j) {
    const double du = move[j];
    if (free[j] != kLogit && free[j] != kW) sum += du * du;
  }
  return std::sqrt(sum);
}

std::vector<double> negated(std::vector<double> v) {
  for (double& x : v) x = -x;
  return v;
}

bool all_finite(const std::vector<double>& v) {
  return std::ranges::all_of(v, [](double x) { return std::isfinite(x); });
}

double largest(const std::vector<double>& v) {
  if (!all_finite(v)) return std::numeric_limits<double>::infinity();
  double most = 0;
  for (const double x : v) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

SaddleState to_coordinates(const SaddleState& x) {
  SaddleState u = x;
  u[kY] = portable_log(x[kY]);
  u[kS] = portable_log((1 - x[kS]) / 2);
  return u;
}

SaddleState from_coordinates(const SaddleState& u) {
  SaddleState x = u;
  x[kY] = portable_exp(u[kY]);
  x[kS] = 1 - 2 * portable_exp(u[kS]);
  return x;
}

double stretch(const SaddleState& x, std::size_t i) {
  return i == kY ? x[kY] : i == kS ? x[kS] - 1 : 1;
}

ExtraEquation zero_external_entropy() {
  // S_E is a difference of numbers of order y S_I: no more digits than that are available.
  constexpr double kLargeY = 1000;
  return [](const SaddleState& x, const SaddleEvaluation& at) {
    const double scale = 1 / (1 + x[kY] / kLargeY);
    Sloped out = at.external_entropy;
    out.value *= scale;
    for (double& slope : out.slope) slope *= scale;
    out.slope[kY] -= out.value * scale / kLargeY;
    return out;
  };
}

std::vector<std::size_t> hold_undetermined(const SaddleState& x, std::vector<Sloped>& rows) {
  constexpr double kSmallLogit = -23, kSmallW = 3e-6;
  constexpr std::size_t kExcessRow = 1, kFreeRow = 3;
  std::vector<std::size_t> held;
  const auto hold = [&](std::size_t row, Unknown u) {
    rows[row] = {};
    rows[row].slope[u] = 1;
    held.push_back(row);
  };
  if (x[kLogit] < kSmallLogit) hold(kExcessRow, kLogit);
  if (x[kLogit] < kSmallLogit + 2 && std::abs(x[kW]) < kSmallW) hold(kFreeRow, kW);
  return held;
}

NewtonResult solve_newton(const NewtonProblem& problem, const SaddleState& start, RunControl& control,
                          const NewtonOptions& options) {
  const std::vector<Unknown> free = columns(problem);
  // (2 cosh A)^y is known to 1e-16 y.
  const double tolerance = options.tolerance * (1 + start[kY] / 2e4);
  NewtonResult result;
  result.x = start;
  result.residual = std::numeric_limits<double>::infinity();
  if (!feasible(start, problem.task)) return result;
  const auto try_at = [&](const SaddleState& x, SaddleEvaluation& at, NewtonSystem& system) {
    ++result.evaluations;
    at = evaluate_saddle(x, problem.task, problem.quadrature);
    system = assemble(problem, free, x, at);
    return largest(system.residual);
  };
  if (!control.spend(1)) return result;
  NewtonSystem system;
  result.residual = try_at(result.x, result.at, system);
  for (int step = 0; step < options.most_steps && result.residual > tolerance; ++step) {
    if (!std::isfinite(result.residual)) return result;
    const std::vector<double> move = solve_linear(system.slope, negated(system.residual));
    if (!all_finite(move)) return result;
    double fraction = 1;
    for (std::size_t j = 0; j < free.size(); ++j) {
      const double length = std::abs(move[j]);
      fraction = std::min(fraction, longest_step(result.x, free[j]) / std::max(length, 1e-300));
    }
    if (step == 0) result.first_step = length_of_step(free, move);
    const double before = result.residual;
    const SaddleState from = result.x;
    bool better = false;
    constexpr int kHalvings = 5;
    for (int i = 0; i < kHalvings && !better; ++i, fraction /= 2) {
      SaddleState x = from;
      for (std::size_t j = 0; j < free.size(); ++j) {
        const double du = fraction * move[j];
        if (free[j] == kY) {
          x[kY] *= portable_exp(du);
        } else if (free[j] == kS) {
          x[kS] = 1 - (1 - x[kS]) * portable_exp(du);
        } else if (free[j] == kW) {
          x[kW] = moved_w(x[kW], du);
        } else {
          x[free[j]] += du;
        }
      }
      if (!feasible(x, problem.task)) continue;
      if (!control.spend(1)) return result;
      SaddleEvaluation at;
      NewtonSystem next;
      const double now = try_at(x, at, next);
      // A short full step may pass through a larger residual near a fold; elsewhere it must go down.
      if (now < before || (i + 1 == kHalvings && now < 2 * before)) {
        better = true;
        result.x = x;
        result.at = at;
        result.residual = now;
        system = std::move(next);
      }
    }
    if (!better) return result;
  }
  result.converged = result.residual <= tolerance;
  result.residual = std::max(result.residual, system.held);
  return result;
}

SaddleState tangent(const NewtonProblem& problem, const NewtonResult& at, Unknown p) {
  const std::vector<Unknown> free = columns(problem);
  const NewtonSystem system = assemble(problem, free, at.x, at.at);
  std::vector<double> right;
  const std::size_t own = equation_count(problem.task);
  std::vector<Sloped> rows(at.at.residual.begin(), at.at.residual.begin() + static_cast<std::ptrdiff_t>(own));
  hold_undetermined(at.x, rows);
  for (const ExtraEquation& equation : problem.extra) rows.push_back(equation(at.x, at.at));
  for (const Sloped& row : rows) right.push_back(-(row.slope[p] * stretch(at.x, p)));
  const std::vector<double> solved = solve_linear(system.slope, std::move(right));
  SaddleState out{};
  out[p] = 1;
  for (std::size_t j = 0; j < free.size(); ++j) out[free[j]] = solved[j];
  return out;
}

}  // namespace bitbasin
