// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/edges.h"

#include <algorithm>
#include <boost/math/tools/roots.hpp>
#include <cmath>
#include <functional>
#include <optional>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/theory/curve_family.h"
#include "bitbasin/theory/one_step.h"
#include "bitbasin/theory/start.h"

namespace bitbasin {
namespace {

// What the branch says at one of its points.
struct BranchPoint {
  double log_d, log_y, entropy;
  double excess;  // (q1 - S) / (1 - S)
  double slope;   // dS_I/dS = dphi/dS / y where S_E = 0
};

BranchPoint branch_point(const NewtonResult& r) {
  const double free = 1 - r.x[kS];
  return {portable_log(free / 2), portable_log(r.x[kY]), r.at.internal_entropy.value,
          1 - r.at.order.one_less_q1 / free, r.at.action_by_s / r.x[kY]};
}

// A quantity of the points as the polynomial of degree 3 in `value` through four of them, where that is 0.
double where_zero(const BranchPoint* four, double BranchPoint::*value, double BranchPoint::*quantity) {
  double sum = 0;
  for (int i = 0; i < 4; ++i) {
    double term = four[i].*quantity;
    for (int j = 0; j < 4; ++j) {
      if (j != i) term *= four[j].*value / (four[j].*value - four[i].*value);
    }
    sum += term;
  }
  return sum;
}

bool changes_sign(const BranchPoint& a, const BranchPoint& b, double BranchPoint::*value) {
  return a.*value * b.*value <= 0;
}

// The first zero of `value` along the points.
void add_zero(const std::vector<BranchPoint>& points, double BranchPoint::*value, std::vector<Edge>& found) {
  for (std::size_t i = 1; i < points.size() && points.size() >= 4; ++i) {
    if (!changes_sign(points[i - 1], points[i], value)) continue;
    const BranchPoint* four = &points[std::clamp<std::size_t>(i, 2, points.size() - 2) - 2];
    found.push_back({portable_exp(where_zero(four, value, &BranchPoint::log_d)),
                     portable_exp(where_zero(four, value, &BranchPoint::log_y)),
                     where_zero(four, value, &BranchPoint::entropy)});
    return;
  }
}

// The stretch before a point of the branch again, in short steps. Where q1 = S also w = 0 and the equations
// are singular: zeros there are interpolated, not solved for.
std::vector<BranchPoint> in_short_steps(const NewtonProblem& family, const Branch& branch,
                                        RunControl& control) {
  constexpr double kShort = 0.04;  // the interpolation errs by its fourth power
  const NewtonResult& from = branch.before();
  const int sign = branch.point().x[kS] < from.x[kS] ? 1 : -1;  // of the change of ln d
  Branch again(family, from, kS, sign, kShort, kShort);
  std::vector<BranchPoint> points{branch_point(from)};
  const int count = static_cast<int>(branch.last_length() / kShort) + 4;
  for (int i = 0; i < count && again.advance(control); ++i) points.push_back(branch_point(again.point()));
  return points;
}

OverlapEdges follow_branch(double alpha, double low, const TheoryQuadrature& quadrature,
                           RunControl& control) {
  constexpr double kStep = 0.5;
  constexpr int kMostPoints = 200;
  const CurveRequest request{LabelSource::classify, alpha, {}, quadrature};
  OverlapEdges out;
  const NewtonResult start = star_start(request, control);
  if (!start.converged) return out;
  const NewtonProblem family = curve_family(request);
  Branch branch(family, start, kS, -1, 0.1, kStep);
  BranchPoint last = branch_point(start);
  double log_least = last.log_d;
  for (out.points = 1; out.points < kMostPoints && branch.advance(control); ++out.points) {
    const BranchPoint now = branch_point(branch.point());
    const bool overlap = changes_sign(last, now, &BranchPoint::excess);
    const bool slope = changes_sign(last, now, &BranchPoint::slope);
    if (overlap || slope) {
      const auto points = in_short_steps(family, branch, control);
      if (overlap) add_zero(points, &BranchPoint::excess, out.overlap);
      if (slope) add_zero(points, &BranchPoint::slope, out.slope);
    }
    out.disagreements += now.excess * now.slope < 0;
    log_least = std::min(log_least, now.log_d);
    last = now;
    if (now.log_d < portable_log(low) || now.log_d > portable_log(kStartDistance)) break;
  }
  out.smallest_d = portable_exp(log_least);
  return out;
}

// The saddle points of one step with q0 < q1 < 1 and no external entropy, from m = 1 on, by rising m: at most
// two, because the external entropy falls and then rises.
std::vector<Edge> one_step_edges(double alpha, double low, const TheoryQuadrature& quadrature,
                                 RunControl& control) {
  constexpr double kFactor = 1.35;
  constexpr double kLargest = 50;
  const auto at = [&](double m) -> std::optional<OneStepSaddle> {
    for (const OneStepSaddle& s : one_step_saddles(alpha, m, quadrature, control)) {
      if (s.kind == OneStepKind::between) return s;
    }
    return {};
  };
  const auto external = [](const OneStepSaddle& s) { return s.complexity + s.entropy; };
  std::vector<Edge> found;
  auto last = at(1);
  for (double m = kFactor; last && m < kLargest && found.size() < 2; m *= kFactor) {
    const auto now = at(m);
    if (!now) break;
    if (external(*last) * external(*now) < 0) {
      std::uintmax_t steps = 30;
      const auto value = [&](double x) {
        const auto there = at(x);
        return there ? external(*there) : std::numeric_limits<double>::quiet_NaN();
      };
      const auto bracket =
          boost::math::tools::toms748_solve(value, last->m, m, external(*last), external(*now),
                                            boost::math::tools::eps_tolerance<double>(30), steps);
      const auto edge = at(bracket.first);
      if (edge && edge->one_less_q1 / 2 > low)
        found.push_back({edge->one_less_q1 / 2, edge->m - 1, edge->entropy});
    }
    // q1 falls once at most, and rises from then on.
    if (now->one_less_q1 < std::min(2 * low, last->one_less_q1)) break;
    last = now;
  }
  return found;
}

}  // namespace

OverlapEdges overlap_edges(double alpha, double low, const TheoryQuadrature& quadrature,
                           RunControl& control) {
  OverlapEdges edges = follow_branch(alpha, low, quadrature, control);
  if (edges.points > 0) edges.one_step = one_step_edges(alpha, low, quadrature, control);
  return edges;
}

}  // namespace bitbasin
