// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/tree_equilibrium.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/math/compensated_sum.h"
#include "bitbasin/math/log_h.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/models/majority.h"

namespace bitbasin {
namespace {

// A value of z with what a unit needs of it.
struct UnitNode {
  double weight;
  double p;        // Phi(u), u = z sqrt(q / (1 - q))
  double density;  // phi(u)
  double u;
};

// The trapezoid rule over the normal measure, exact to exp(-2 pi strip / h) as in equilibrium.cc; here 1e-6.
std::vector<UnitNode> nodes_at(double q) {
  const double scale = std::sqrt(q / (1 - q));
  const double h = std::min(0.6, 2.8 / std::max(scale, 1e-9) / 2.2);
  const int count = static_cast<int>(6.3 / h);
  std::vector<UnitNode> nodes;
  for (int k = -count; k <= count; ++k) {
    const double z = k * h, u = z * scale;
    nodes.push_back({portable_exp(-0.5 * z * z) * h * kInverseRootTwoPi, gaussian_tail(-u),
                     portable_exp(-0.5 * u * u) * kInverseRootTwoPi, u});
  }
  return nodes;
}

// What one choice of nodes adds. Units are alike, so choices are taken in ascending order of their nodes,
// each with the number of ways in which it can be reordered.
class TreeSum {
 public:
  TreeSum(std::size_t units, double q, bool with_gam2)
      : units_(units),
        q_(q),
        with_gam2_(with_gam2),
        nodes_(nodes_at(q)),
        p_(units),
        r_(units),
        g_(units),
        with_(units),
        without_(units) {}

  EnergeticMeans mean() {
    std::vector<std::size_t> chosen(units_, 0);
    choose(chosen, 0, 0, 1, 1);
    const double gap = 1 - q_;
    return {log_z_.value(), g2_.value() / gap, static_cast<double>(units_) * gam2_.value() / (gap * gap)};
  }

 private:
  // The nodes from unit `at` on are `from` or later.
  void choose(std::vector<std::size_t>& chosen, std::size_t at, std::size_t from, double weight,
              double ways) {
    if (at == units_) return add(chosen, weight * ways);
    for (std::size_t node = from; node < nodes_.size(); ++node) {
      chosen[at] = node;
      std::size_t run = 1;  // of equal nodes, this one included
      while (run <= at && chosen[at - run] == node) ++run;
      // K! / prod (multiplicities)!, factor by factor
      choose(chosen, at + 1, node, weight * nodes_[node].weight,
             ways * static_cast<double>(at + 1) / static_cast<double>(run));
    }
  }

  void add(const std::vector<std::size_t>& chosen, double weight) {
    for (std::size_t l = 0; l < units_; ++l) p_[l] = std::clamp(nodes_[chosen[l]].p, 1e-40, 1 - 1e-16);
    const double z = majority(p_, r_);
    log_z_ += weight * portable_log(z);
    double g2 = 0;
    for (std::size_t l = 0; l < units_; ++l) {
      g_[l] = nodes_[chosen[l]].density * r_[l] / z;
      g2 += g_[l] * g_[l];
    }
    g2_ += weight * g2;
    if (with_gam2_) gam2_ += weight * squared_curvature(chosen, z);
  }

  double squared_curvature(const std::vector<std::size_t>& chosen, double z) {
    // The square of d^2 log Z / dw_l dw_m, summed over all pairs and divided by K: the mode in which all
    // units become unstable together.
    double gam2 = 0;
    for (std::size_t l = 0; l < units_; ++l) {
      const double own = nodes_[chosen[l]].u * g_[l] + g_[l] * g_[l];
      gam2 += own * own;
    }
    for (std::size_t m = 0; m < units_; ++m) {
      const double p = p_[m];
      p_[m] = 1;
      majority(p_, with_);
      p_[m] = 0;
      majority(p_, without_);
      p_[m] = p;
      for (std::size_t l = 0; l < units_; ++l) {
        if (l == m) continue;
        const double joint =
            nodes_[chosen[l]].density * nodes_[chosen[m]].density * (with_[l] - without_[l]) / z;
        gam2 += (joint - g_[l] * g_[m]) * (joint - g_[l] * g_[m]);
      }
    }
    return gam2 / static_cast<double>(units_);
  }

  std::size_t units_;
  double q_;
  bool with_gam2_;
  std::vector<UnitNode> nodes_;
  std::vector<double> p_, r_, g_, with_, without_;
  CompensatedSum log_z_, g2_, gam2_;
};

}  // namespace

MeansAtOverlap tree_means(std::size_t units) {
  if (units % 2 == 0 || units > kMostTheoryUnits) {
    fail("expected an odd number of units up to {} for the theory, got {}", kMostTheoryUnits, units);
  }
  return [units](double q, bool with_gam2) { return TreeSum(units, q, with_gam2).mean(); };
}

}  // namespace bitbasin
