// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/transitions.h"

#include <array>
#include <cmath>
#include <functional>
#include <optional>

#include "bitbasin/theory/curve_family.h"

namespace bitbasin {
namespace {

// A quantity whose smallest value along the y* curve is a smooth function of alpha with a zero.
using Quantity = std::function<Sloped(const NewtonResult&)>;

Sloped entropy(const NewtonResult& r) {
  return r.at.internal_entropy;
}

// (1 - q1) / (1 - S) - 1.
Sloped overlap_room(const NewtonResult& r) {
  const double top = 1 - r.at.q1.value;
  const double bottom = 1 - r.x[kS];
  Sloped out{top / bottom - 1, {}};
  for (std::size_t i = 0; i < kUnknowns; ++i) out.slope[i] = -r.at.q1.slope[i] / bottom;
  out.slope[kS] += top / (bottom * bottom);
  return out;
}

struct Minimum {
  double value;
  double d;
};

// The minimum of the cubic with values f0, f1 and slopes g0 < 0 < g1 at the ends of [0, length]: where, as a
// fraction, and how deep.
std::pair<double, double> cubic_minimum(double f0, double g0, double f1, double g1, double length) {
  const double a = g0 * length, b = g1 * length, rise = f1 - f0;
  // f(t) = f0 + a t + (3 rise - 2 a - b) t^2 + (a + b - 2 rise) t^3.
  const double c2 = 3 * rise - 2 * a - b, c3 = a + b - 2 * rise;
  const double t = -a / (c2 + std::sqrt(c2 * c2 - 3 * c3 * a));
  return {t, f0 + t * (a + t * (c2 + t * c3))};
}

// The first minimum along the y* curve from d = 0.1 down. The minima of both quantities lie where q1 = S or
// near it: there w = 0 and the equations are singular, so the last stretch is interpolated, not solved for.
std::optional<Minimum> first_minimum(const Quantity& quantity, const CurveRequest& request,
                                     RunControl& control) {
  constexpr double kFine = 0.06;  // the interpolation errs by its fourth power
  const NewtonResult start = star_start(request, control);
  if (!start.converged) return {};
  Branch branch(curve_family(request), start, kS, -1);
  bool fine = false;
  double rate = branch.rate(quantity(branch.point()));
  while (branch.advance(control)) {
    const Sloped now = quantity(branch.point());
    const double rate_now = branch.rate(now);
    if (rate < 0 && rate_now >= 0) {
      if (fine) {
        const double before = quantity(branch.before()).value;
        const auto [t, value] = cubic_minimum(before, rate, now.value, rate_now, branch.last_length());
        const double s = branch.before().x[kS] + t * (branch.point().x[kS] - branch.before().x[kS]);
        return Minimum{value, (1 - s) / 2};
      }
      branch = Branch(curve_family(request), branch.before(), kS, -1, kFine, kFine);
      fine = true;
      continue;
    }
    rate = rate_now;
  }
  return {};
}

// The zero of the polynomial through (value, alpha), as a function of the value: at value 0.
double at_zero(std::span<const std::pair<double, double>> points) {
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double term = points[i].second;
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (j != i) term *= points[j].first / (points[j].first - points[i].first);
    }
    sum += term;
  }
  return sum;
}

Transition find_zero(const Quantity& quantity, const std::array<double, 4>& alphas,
                     const TheoryQuadrature& quadrature, RunControl& control) {
  std::array<std::pair<double, double>, 4> by_value, d_by_value;
  for (std::size_t i = 0; i < alphas.size(); ++i) {
    const auto found = first_minimum(quantity, {LabelSource::classify, alphas[i], {}, quadrature}, control);
    if (!found) return {};
    by_value[i] = {found->value, alphas[i]};
    d_by_value[i] = {found->value, found->d};
    control.report({"following the curve of an alpha:", i + 1, alphas.size()});
  }
  const double alpha = at_zero(by_value);
  // Leaving out a point shows how far off the interpolation may be.
  const std::span<const std::pair<double, double>> all(by_value);
  const double error =
      std::max(std::abs(alpha - at_zero(all.first(3))), std::abs(alpha - at_zero(all.last(3))));
  return {alpha, error + 1e-7, at_zero(d_by_value)};
}

}  // namespace

Transition overlap_transition(const TheoryQuadrature& quadrature, RunControl& control) {
  return find_zero(overlap_room, {0.774, 0.775, 0.776, 0.777}, quadrature, control);
}

Transition entropy_transition(const TheoryQuadrature& quadrature, RunControl& control) {
  return find_zero(entropy, {0.7825, 0.7835, 0.7845, 0.7855}, quadrature, control);
}

}  // namespace bitbasin
