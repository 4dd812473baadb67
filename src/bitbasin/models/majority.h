// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace bitbasin {

inline constexpr std::size_t kMostVotingUnits = 63;

// The constraint of a committee: more than half of K units have a positive sum, K odd. The units' sums are
// independent Gaussians of means w_l and variances V_l. With z_l = (w_l - T) / sqrt V_l and p_l = Phi(z_l),
//
//   Z   = P(more than K / 2 of the signs are +)                            a Poisson-binomial sum
//   R_l = P(exactly (K - 1) / 2 of the others are +)
//   G_l = d log Z / dw_l = g(z_l) p_l R_l / (Z sqrt V_l)
//   Gam_l = -dG_l / dw_l = (z_l / sqrt V_l) G_l + G_l^2
//
// Gam_l may be negative: this constraint is not log-concave. A margin T demands more of every unit; without
// one T = 0, because units have an odd number of inputs.
class MajorityModel {
 public:
  explicit MajorityModel(std::size_t units, double threshold = 0) : units_(units), threshold_(threshold) {}

  // Whether a pattern is no error, by definition: the number of positive sums decides.
  static bool allows(std::size_t positive, std::size_t units) { return 2 * positive > units; }

  std::size_t units() const { return units_; }
  MajorityModel tightened(double margin) const { return MajorityModel(units_, threshold_ + margin); }

  // As Channel::respond, for the patterns from `begin` to `end`. Pattern k of unit l is at l * stride + k in
  // w and g; v holds one variance per unit.
  void respond(std::span<const double> v, std::span<double> w, std::span<double> g, std::size_t stride,
               std::size_t begin, std::size_t end) const;

  // log Z of one pattern, from the means and variances of its units.
  double log_z(std::span<const double> w, std::span<const double> v) const;

 private:
  std::size_t units_;
  double threshold_;
};

// Z and all R_l from the p_l, in O(K^2); r has as many entries as p.
double majority(std::span<const double> p, std::span<double> r);

}  // namespace bitbasin
