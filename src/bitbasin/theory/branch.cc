// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/branch.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "bitbasin/math/linear_solve.h"
#include "bitbasin/math/portable_log.h"

namespace bitbasin {
namespace {

// The error of a predictor that Newton's method corrects in two steps, and the length at which to give up.
constexpr double kWantedStepError = 0.01;
constexpr double kShortestArc = 1e-3;

// The metric of the arc length. For small d logit v falls much faster than everything else and is less and
// less determined by the equations; with full weight its scatter would affect d.
double metric(std::size_t i) {
  return i == kLogit ? 0.003 : 1;
}

double dot(const SaddleState& a, const SaddleState& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kUnknowns; ++i) sum += metric(i) * a[i] * b[i];
  return sum;
}

// In coordinates; fixed ones do not count, even if they are infinite.
double distance(const SaddleState& x0, const SaddleState& x1) {
  const SaddleState u0 = to_coordinates(x0);
  const SaddleState u1 = to_coordinates(x1);
  double sum = 0;
  for (std::size_t i = 0; i < kUnknowns; ++i)
    sum += u0[i] == u1[i] ? 0 : metric(i) * (u1[i] - u0[i]) * (u1[i] - u0[i]);
  return std::sqrt(sum);
}

// The same solution with the other sign of w, and so of rho~.
void mirror(NewtonResult& r) {
  for (const Unknown u : {kW, kRho}) {
    r.x[u] = -r.x[u];
    for (Sloped& row : r.at.residual) row.slope[u] = -row.slope[u];
    for (Sloped* row : {&r.at.action, &r.at.internal_entropy, &r.at.external_entropy, &r.at.q1}) {
      row->slope[u] = -row->slope[u];
    }
  }
  r.at.order.w = -r.at.order.w;
  r.at.order.rho = -r.at.order.rho;
}

// The plane through `through` across `direction`, both in coordinates.
ExtraEquation plane(const SaddleState& through, const SaddleState& direction) {
  return [=](const SaddleState& x, const SaddleEvaluation&) {
    const SaddleState u = to_coordinates(x);
    Sloped out;
    for (std::size_t i = 0; i < kUnknowns; ++i) {
      if (direction[i] == 0) continue;  // ln y of a fixed y = 0
      out.value += metric(i) * direction[i] * (u[i] - through[i]);
      out.slope[i] = metric(i) * direction[i] / stretch(x, i);
    }
    return out;
  };
}

}  // namespace

Branch::Branch(NewtonProblem family, NewtonResult start, Unknown rising, int sign, double first_step,
               double longest_step)
    : family_(std::move(family)),
      before_(start),
      at_(std::move(start)),
      length_(first_step),
      longest_(longest_step) {
  SaddleState hint{};
  hint[rising] = sign;
  direction_ = null_vector(at_, hint);
  direction_before_ = direction_;
}

// The vector that all equations leave free, of length 1, on the side of `along`.
SaddleState Branch::null_vector(const NewtonResult& at, const SaddleState& along) const {
  std::vector<Unknown> free{kLogGap, kLogit, kLogWidth, kW, kSHat};
  if (family_.task == LabelSource::teacher) free.insert(free.end(), {kR, kRho});
  free.insert(free.end(), family_.freed.begin(), family_.freed.end());
  std::vector<Sloped> rows(
      at.at.residual.begin(),
      at.at.residual.begin() + static_cast<std::ptrdiff_t>(equation_count(family_.task)));
  hold_undetermined(at.x, rows);
  for (const ExtraEquation& equation : family_.extra) rows.push_back(equation(at.x, at.at));
  const std::size_t n = free.size();
  SquareMatrix slope(n);
  std::vector<double> right(n);
  for (std::size_t j = 0; j < n; ++j) {
    const Unknown u = free[j];
    for (std::size_t i = 0; i + 1 < n; ++i) slope(i, j) = rows[i].slope[u] * stretch(at.x, u);
    slope(n - 1, j) = metric(u) * along[u];
  }
  right.back() = 1;
  const std::vector<double> v = solve_linear(std::move(slope), std::move(right));
  SaddleState out{};
  for (std::size_t j = 0; j < n; ++j) out[free[j]] = v[j];
  const double length = std::sqrt(dot(out, out));
  for (double& x : out) x /= length;
  return out;
}

double Branch::rate(const Sloped& quantity) const {
  double sum = 0;
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    if (direction_[i] != 0) sum += quantity.slope[i] * stretch(at_.x, i) * direction_[i];
  }
  return sum;
}

SaddleState Branch::hermite(double s) const {
  const SaddleState u0 = to_coordinates(before_.x);
  const SaddleState u1 = to_coordinates(at_.x);
  SaddleState u = u1;
  const double h00 = (1 + 2 * s) * (1 - s) * (1 - s), h10 = s * (1 - s) * (1 - s), h01 = s * s * (3 - 2 * s),
               h11 = s * s * (s - 1);
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    if (u0[i] == u1[i]) continue;
    u[i] = h00 * u0[i] + h01 * u1[i] + last_length_ * (h10 * direction_before_[i] + h11 * direction_[i]);
  }
  return u;
}

bool Branch::advance(RunControl& control) {
  for (; length_ >= kShortestArc; length_ /= 2) {
    SaddleState guess;
    if (advanced()) {
      guess = hermite(1 + length_ / last_length_);
    } else {
      guess = to_coordinates(at_.x);
      for (std::size_t i = 0; i < kUnknowns; ++i) guess[i] += length_ * direction_[i];
    }
    NewtonOptions options;
    options.most_steps = 8;
    SaddleState ahead = to_coordinates(at_.x);
    for (std::size_t i = 0; i < kUnknowns; ++i) ahead[i] += length_ * direction_[i];
    NewtonProblem problem = family_;
    problem.extra.push_back(plane(ahead, direction_));
    NewtonResult next = solve_newton(problem, from_coordinates(guess), control, options);
    evaluations_ += next.evaluations;
    if (control.stop_reason() != StopReason::none) return false;
    if (!next.converged) continue;
    // Near w = 0 Newton's method may end on either side of it; the predictor knows which one continues.
    if (next.x[kW] * guess[kW] < 0) mirror(next);
    const SaddleState way = null_vector(next, direction_);
    // Turning by more than this in one step is a sign of a jump to another branch.
    constexpr double kSmallestCosine = 0.8;
    if (!(dot(way, direction_) > kSmallestCosine) || next.first_step > 0.5 * length_) continue;
    before_ = std::move(at_);
    at_ = std::move(next);
    direction_before_ = std::exchange(direction_, way);
    ++points_;
    last_length_ = distance(before_.x, at_.x);
    const double factor = std::sqrt(std::sqrt(kWantedStepError / std::max(at_.first_step, 1e-12)));
    length_ = std::min(longest_, length_ * std::clamp(factor, 0.5, advanced() ? 1.7 : 1.0));
    return true;
  }
  return false;
}

NewtonResult Branch::solve_with(const ExtraEquation& equation, const SaddleState& guess,
                                RunControl& control) {
  NewtonProblem problem = family_;
  problem.extra.push_back(equation);
  NewtonResult result = solve_newton(problem, from_coordinates(guess), control);
  evaluations_ += result.evaluations;
  return result;
}

NewtonResult Branch::solve_between(Unknown p, double value, RunControl& control) {
  SaddleState wanted = at_.x;
  wanted[p] = value;
  const double target = to_coordinates(wanted)[p];
  double low = 0, high = 1;
  const bool rises = to_coordinates(at_.x)[p] > to_coordinates(before_.x)[p];
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    ((hermite(middle)[p] < target) == rises ? low : high) = middle;
  }
  SaddleState guess = hermite(low);
  guess[p] = target;
  const ExtraEquation fixed = [p, target](const SaddleState& x, const SaddleEvaluation&) {
    Sloped out;
    out.value = to_coordinates(x)[p] - target;
    out.slope[p] = 1 / stretch(x, p);
    return out;
  };
  return solve_with(fixed, guess, control);
}

NewtonResult Branch::solve_between(const ExtraEquation& equation, double fraction, RunControl& control) {
  return solve_with(equation, hermite(fraction), control);
}

}  // namespace bitbasin
