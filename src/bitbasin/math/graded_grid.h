// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

namespace bitbasin {

// The number of nodes per unit of asinh around a feature. The map has branch points at distance width,
// kFeatureNodes pi / 2 in t: an error of exp(-kFeatureNodes pi^2), 7e-18 for 4.
inline constexpr double kFeatureNodes = 4;

// Where an integrand changes faster than elsewhere: at `center`, on the scale `width`.
struct Feature {
  double center;
  double width;
  double nodes = kFeatureNodes;
};

// Nodes for the trapezoid rule in a variable t that runs faster where the integrand has features:
//   t(x) = x / step + sum_i nodes_i asinh((x - c_i) / width_i).
// Integrals of f over x are sums of weight * f(node). For integrands that are analytic and decay at both ends
// the rule converges exponentially in t (Trefethen and Weideman, SIAM Review 2014), so a node density that
// suffices for every scale gives nearly all digits.
struct GradedGrid {
  std::vector<double> nodes;
  std::vector<double> weights;
  std::size_t size() const { return nodes.size(); }
};

// The map itself, for integrands whose features move: march with next().
class GradedMap {
 public:
  GradedMap(double step, std::span<const Feature> features) : step_(step), features_(features) {}

  double t(double x) const;
  double density(double x) const;  // dt/dx; the weight of a node is 1 / density
  // The node whose t is larger by 1 (direction 1) or smaller by 1 (direction -1).
  double next(double x, int direction) const;
  // t(x) = target for a target between t(low) and t(high), from a guess.
  double inverse(double target, double low, double high, double guess) const;

 private:
  double step_;
  std::span<const Feature> features_;
};

// All nodes in [low, high], one of them at `anchor`.
GradedGrid graded_grid(double low, double high, double anchor, double step,
                       std::span<const Feature> features);

}  // namespace bitbasin
