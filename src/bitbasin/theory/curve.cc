// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/curve.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/theory/curve_family.h"
#include "bitbasin/theory/dilute.h"
#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/start.h"

namespace bitbasin {
namespace {

// From here on d is so nearly linear in 1 / y* that extrapolation is better than continuing.
constexpr double kLargeY = 2000;
// d_inf is refined until it is known to this accuracy.
constexpr double kWantedDistanceError = 2e-5;
// y* also diverges for d -> 0; that end is distinguished by S_I, which is within 1e-4 of the entropy of all
// solutions.
constexpr double kNearlyAll = 2e-3;
// S_I nears the entropy of all solutions like (d_inf - d)^2. The last 1e-4 before d_inf take hundreds of
// evaluations, and q1 - q0 becomes too small to be found: S_I is extrapolated from the first difference on,
// or if necessary only from the second, whose error is still below the guaranteed one.
constexpr double kNoDifference = 5e-8;
constexpr double kSmallDifference = 2e-6;
// From here on rounding, 1e-16 y, exceeds the guaranteed error.
constexpr double kLargestY = 1e6;
// Points take 3 to 5 evaluations by continuation and 100 from d = 0.1 to where y* is 4e5; a walk that needs
// more than this is lost, because rounding hides v and w.
constexpr int kMostEvaluations = 400;
// If S_I is this close to the entropy of all W at distance d, the dilute limit is tried; its error is about
// 20 times the square of the difference, and it takes over once that is far below the guaranteed error. That
// happens around y* = 15000, before v and w are too small for the full equations to find.
constexpr double kNearlyDilute = 1e-5;
constexpr double kDiluteError = 1e-9;
// The guaranteed error of a point.
constexpr double kSmallResidual = 1e-9;
// y from which on the branch in y is continued at y = 0 itself.
constexpr double kSmallY = 0.01;

double distance_of(const NewtonResult& r) {
  return (1 - r.x[kS]) / 2;
}

void add_stability(const CurveRequest& request, TheoryPoint& point) {
  if (!request.stability || !point.converged || point.beyond || point.dilute) return;
  point.stability = replica_stability(point.order, point.conjugate, request.task, request.quadrature);
}

TheoryPoint lost_point(const CurveRequest& request, double d) {
  TheoryPoint point;
  point.alpha = request.alpha;
  point.d = d;
  point.y = request.y.value_or(std::numeric_limits<double>::quiet_NaN());
  const double none = std::numeric_limits<double>::quiet_NaN();
  point.internal_entropy = point.external_entropy = point.slope = none;
  auto& o = point.order;
  o.q_tilde = o.q1 = o.q0 = o.s_tilde = o.r = o.r_tilde = o.s_hat = none;
  auto& c = point.conjugate;
  c.q_tilde_hat = c.q0_hat = c.width_hat = c.s_tilde_hat = c.r_hat = c.r_tilde_hat = none;
  return point;
}

TheoryPoint beyond_point(const CurveRequest& request, double d) {
  const auto typical = equilibrium(request.task, request.alpha);
  TheoryPoint point;
  point.alpha = request.alpha;
  point.d = d;
  point.y = std::numeric_limits<double>::infinity();
  point.internal_entropy = typical->entropy;
  point.order.alpha = request.alpha;
  point.order.y = point.y;
  point.order.s = 1 - 2 * d;
  // W is a typical solution; W~ is undetermined.
  point.order.q1 = point.order.q0 = typical->q;
  point.order.r = request.task == LabelSource::teacher ? typical->q : 0;
  point.order.q_tilde = point.order.s_tilde = point.order.r_tilde = std::numeric_limits<double>::quiet_NaN();
  point.residual = 0;
  point.converged = true;
  point.beyond = true;
  return point;
}

TheoryPoint dilute_point(const CurveRequest& request, const DilutePoint& solved, double d, double error) {
  TheoryPoint point;
  point.alpha = request.alpha;
  point.d = d;
  point.y = portable_exp(solved.at.log_y);
  point.internal_entropy = solved.internal_entropy;
  point.external_entropy = solved.external_entropy;
  point.slope = solved.slope;
  auto& o = point.order;
  o.alpha = request.alpha;
  o.y = point.y;
  o.s = 1 - 2 * d;
  o.q_tilde = solved.q_tilde;
  o.gap = 1 - o.q_tilde;
  o.s_tilde = o.s * o.q_tilde;
  o.q0 = o.s * o.s_tilde;
  o.q1 = o.s * o.s;
  o.one_less_q1 = 4 * d * (1 - d);
  o.s_hat = 0.5 * portable_log((1 - d) / d);
  o.r_tilde = solved.r_tilde;
  o.r = o.s * o.r_tilde;
  point.conjugate.q0_hat = solved.q0_hat;
  point.conjugate.width_hat = solved.width_hat;
  point.conjugate.r_hat = solved.r_hat;
  point.residual = solved.residual;
  point.converged = solved.converged;
  point.dilute = true;
  point.dilute_error = error;
  return point;
}

// The dilute limit near a solution of the full equations.
DiluteState dilute_guess(const NewtonResult& r) {
  const double push = r.x[kY] * r.x[kS];
  const auto& c = r.at.conjugate;
  return {portable_log(push * push * c.q0_hat), push * c.r_hat, portable_log(r.x[kY]),
          portable_log(distance_of(r))};
}

// d at 1 / y = 0 from the last points (1 / y, d), by the polynomials of degree 1 and 2 through the last ones.
class DivergenceEstimate {
 public:
  // `typical` is the entropy of all solutions, which S_I reaches where y* diverges.
  explicit DivergenceEstimate(double typical) : typical_(typical) {}

  void add(const NewtonResult& r) {
    missing_ = typical_ - r.at.internal_entropy.value;
    std::rotate(points_.begin(), points_.begin() + 1, points_.end());
    points_.back() = {1 / r.x[kY], distance_of(r)};
    count_ = std::min<std::size_t>(count_ + 1, points_.size());
  }
  bool ready() const {
    return count_ == points_.size() && points_.back().first < 1 / kLargeY && missing_ < kNearlyAll;
  }
  double missing() const { return missing_; }  // of S_I, to the entropy of all solutions
  DivergencePoint estimate() const {
    const double quadratic = at_zero(3);
    // The cubic's error is below the difference to the quadratic through the same points.
    const double cubic = at_zero(points_.size());
    return {cubic, std::abs(cubic - quadratic) + 1e-9};
  }

 private:
  // Lagrange at 0 through the newest points.
  double at_zero(std::size_t count) const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) {
      double term = newest(i).second;
      for (std::size_t j = 0; j < count; ++j) {
        if (j != i) term *= newest(j).first / (newest(j).first - newest(i).first);
      }
      sum += term;
    }
    return sum;
  }
  const std::pair<double, double>& newest(std::size_t i) const { return points_[points_.size() - 1 - i]; }

  std::array<std::pair<double, double>, 4> points_{};
  std::size_t count_ = 0;
  double typical_;
  double missing_ = 0;
};

// One direction of a curve, from the start at d = 0.1.
class Walk {
 public:
  Walk(const CurveRequest& request, const NewtonResult& start, int sign)
      : request_(request),
        sign_(sign),
        branch_(curve_family(request), start, kS, sign),
        divergence_(equilibrium(request.task, request.alpha)->entropy),
        limit_(request.task, request.alpha, !request.y, request.quadrature) {
    divergence_.add(start);
  }

  TheoryPoint to(double d, RunControl& control) {
    const std::uint64_t before = control.spent();
    TheoryPoint point = find(d, control);
    point.evaluations = static_cast<int>(control.spent() - before);
    return point;
  }

 private:
  bool passed(double d) const { return sign_ * (distance_of(branch_.point()) - d) >= 0; }
  bool turned() const { return branch_.direction()[kS] * sign_ < 0; }

  TheoryPoint find(double d, RunControl& control) {
    if (beyond(d)) return divergent_point(d);
    const int most = branch_.evaluations() + kMostEvaluations;
    while (!passed(d)) {
      if (dilute_.converged) return find_dilute(d, control);
      if (lost_ || turned() || branch_.point().x[kY] > kLargestY || branch_.evaluations() > most ||
          !branch_.advance(control)) {
        lost_ = true;  // points beyond are not reached either
        return near_divergence(kSmallDifference) ? divergent_point(d) : lost_point(request_, d);
      }
      if (sign_ < 0) try_dilute(control);
      if (sign_ > 0 && !request_.y) divergence_.add(branch_.point());
      if (beyond(d)) return divergent_point(d);
    }
    NewtonResult solved = branch_.solve_between(kS, 1 - 2 * d, control);
    // Near d_inf q1 - q0 is so small that rounding may leave more than Newton's method asks for.
    solved.converged = solved.converged || solved.residual < kSmallResidual;
    TheoryPoint point = to_point(request_, solved);
    point.d = d;  // as requested, without the rounding of 1 - 2 d
    return point;
  }
  void try_dilute(RunControl& control) {
    const NewtonResult& full = branch_.point();
    const double d = distance_of(full);
    const double all = -d * portable_log(d) - (1 - d) * portable_log1p(-d);
    const double entropy = full.at.internal_entropy.value;
    if (!(all - entropy < kNearlyDilute)) return;
    const DilutePoint there = limit_.solve(dilute_guess(full), control);
    dilute_error_ = std::abs(there.internal_entropy - entropy);
    if (there.converged && dilute_error_ < kDiluteError) dilute_ = there;
  }
  TheoryPoint find_dilute(double d, RunControl& control) {
    const DilutePoint there = limit_.follow(dilute_, d, control);
    if (!there.converged) return lost_point(request_, d);
    dilute_ = there;
    return dilute_point(request_, there, d, dilute_error_);
  }
  bool near_divergence(double missing) const {
    return sign_ > 0 && divergence_.ready() && divergence_.missing() < missing;
  }
  bool beyond(double d) const {
    if (!divergence_.ready()) return false;
    const DivergencePoint end = divergence_.estimate();
    return d > end.d + end.error || (!passed(d) && near_divergence(kNoDifference));
  }
  TheoryPoint divergent_point(double d) const {
    TheoryPoint point = beyond_point(request_, d);
    const double end = divergence_.estimate().d;
    const double left = std::max(0.0, (end - d) / (end - distance_of(branch_.point())));
    point.internal_entropy -= divergence_.missing() * left * left;
    return point;
  }

  const CurveRequest& request_;
  int sign_;
  Branch branch_;
  DivergenceEstimate divergence_;
  DiluteLimit limit_;
  DilutePoint dilute_;  // if converged, the walk continues from there
  double dilute_error_ = 0;
  bool lost_ = false;
};

}  // namespace

NewtonProblem curve_family(const CurveRequest& request) {
  if (request.y) return {request.task, request.quadrature, {kS}, {}};
  return {request.task, request.quadrature, {kY, kS}, {zero_external_entropy()}};
}

TheoryPoint to_point(const CurveRequest& request, const NewtonResult& solved) {
  TheoryPoint point;
  point.alpha = solved.x[kAlpha];
  point.d = distance_of(solved);
  point.y = solved.x[kY];
  point.internal_entropy = solved.at.internal_entropy.value;
  point.external_entropy = solved.at.external_entropy.value;
  point.order = solved.at.order;
  point.conjugate = solved.at.conjugate;
  point.residual = solved.residual;
  point.converged = solved.converged;
  // dS_I/dS with y* following: along the tangent in ln d, for which dS = (S - 1) d(ln d).
  NewtonProblem at_d{request.task, request.quadrature, {}, {}};
  if (!request.y) at_d = {request.task, request.quadrature, {kY}, {zero_external_entropy()}};
  const SaddleState way = tangent(at_d, solved, kS);
  const double by_log_d = solved.x[kS] - 1;
  for (std::size_t i = 0; i < kUnknowns; ++i) {
    const double dx = i == kY ? point.y * way[i] : i == kS ? by_log_d : way[i];
    point.slope += solved.at.internal_entropy.slope[i] * dx / by_log_d;
  }
  return point;
}

NewtonResult star_start(const CurveRequest& request, RunControl& control) {
  const NewtonResult start = cold_start(request.task, request.alpha, request.quadrature, control);
  if (!start.converged) return start;
  // S_E falls with y.
  const bool up = start.at.external_entropy.value > 0;
  Branch branch({request.task, request.quadrature, {kY}, {}}, start, kY, up ? 1 : -1, 0.4);
  while (branch.advance(control)) {
    const double now = branch.point().at.external_entropy.value;
    const double before = branch.before().at.external_entropy.value;
    if ((now > 0) != up) {
      return branch.solve_between(zero_external_entropy(), before / (before - now), control);
    }
    if (branch.point().x[kY] > 10 * kLargeY || branch.point().x[kY] < kSmallY) break;
  }
  NewtonResult lost = branch.point();
  lost.converged = false;
  return lost;
}

NewtonResult fixed_start(const CurveRequest& request, RunControl& control) {
  const NewtonResult start = cold_start(request.task, request.alpha, request.quadrature, control);
  const double y = *request.y;
  if (!start.converged || y == start.x[kY]) return start;
  const bool up = y > start.x[kY];
  const double target = std::max(y, kSmallY);
  Branch branch({request.task, request.quadrature, {kY}, {}}, start, kY, up ? 1 : -1, 0.4);
  while (branch.advance(control)) {
    if ((branch.point().x[kY] >= target) != up) continue;
    NewtonResult found = branch.solve_between(kY, target, control);
    if (!found.converged || y == target) return found;
    found.x[kY] = y;
    return solve_newton({request.task, request.quadrature, {}, {}}, found.x, control);
  }
  NewtonResult lost = branch.point();
  lost.converged = false;
  return lost;
}

std::vector<TheoryPoint> theory_curve(const CurveRequest& request, std::span<const double> distances,
                                      RunControl& control,
                                      const std::function<void(const TheoryPoint&)>& on_point) {
  std::vector<TheoryPoint> points(distances.size());
  std::vector<bool> done(distances.size());
  const NewtonResult start = request.y ? fixed_start(request, control) : star_start(request, control);
  std::vector<std::size_t> order(distances.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::sort(order, {}, [&](std::size_t i) { return distances[i]; });
  const auto finish = [&](std::size_t i, TheoryPoint point) {
    if (control.stop_reason() != StopReason::none) return;
    add_stability(request, point);
    points[i] = point;
    done[i] = true;
    if (on_point) on_point(point);
  };
  const auto first_above =
      std::ranges::find_if(order, [&](std::size_t i) { return distances[i] > kStartDistance; });
  if (!start.converged) {
    for (const std::size_t i : order) finish(i, lost_point(request, distances[i]));
  } else {
    Walk down(request, start, -1);
    for (auto i = first_above; i != order.begin();) {
      --i;
      finish(*i, down.to(distances[*i], control));
    }
    Walk up(request, start, 1);
    for (auto i = first_above; i != order.end(); ++i) finish(*i, up.to(distances[*i], control));
  }
  std::vector<TheoryPoint> reached;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (done[i]) reached.push_back(points[i]);
  }
  return reached;
}

std::vector<TheoryPoint> theory_branch(const CurveRequest& request, double low, double high,
                                       RunControl& control,
                                       const std::function<void(const TheoryPoint&)>& on_point) {
  constexpr double kStep = 0.35;  // short enough for a smooth line
  constexpr int kMostPoints = 400;
  const NewtonResult start = request.y ? fixed_start(request, control) : star_start(request, control);
  if (!start.converged) return {};
  std::vector<TheoryPoint> points{to_point(request, start)};
  add_stability(request, points.back());
  Branch branch(curve_family(request), start, kS, -1, 0.1, kStep);
  for (int i = 0; i < kMostPoints && branch.advance(control); ++i) {
    points.push_back(to_point(request, branch.point()));
    add_stability(request, points.back());
    if (on_point) on_point(points.back());
    if (points.back().d < low || points.back().d > high) break;
  }
  return points;
}

DivergencePoint divergence_point(const CurveRequest& request, RunControl& control) {
  const NewtonResult start = star_start(request, control);
  if (!start.converged) return {};
  Branch branch(curve_family(request), start, kS, 1);
  DivergenceEstimate divergence(equilibrium(request.task, request.alpha)->entropy);
  divergence.add(start);
  while (branch.advance(control)) {
    divergence.add(branch.point());
    if (!divergence.ready()) continue;
    const DivergencePoint end = divergence.estimate();
    if (end.error < kWantedDistanceError || branch.point().x[kY] > 2 * kLargeY) return end;
  }
  return divergence.ready() ? divergence.estimate() : DivergencePoint{};
}

}  // namespace bitbasin
