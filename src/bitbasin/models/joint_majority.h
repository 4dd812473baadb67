// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>

namespace bitbasin {

// One number for each of three units.
using Triple = std::array<double, 3>;

// A symmetric matrix over three units. pair[c] is the entry of the two units that are not c.
struct TripleMatrix {
  Triple diagonal{};
  Triple pair{};

  // Row l times x.
  double row(std::size_t l, const Triple& x) const {
    const std::size_t a = (l + 1) % 3, b = (l + 2) % 3;
    return diagonal[l] * x[l] + pair[b] * x[a] + pair[a] * x[b];
  }
};

// The constraint of a committee of three units (majority.h) whose sums z are Gaussian with means w and with
// covariances V, as they are where the units see the same inputs:
//
//   Z = P(at least two of z_1, z_2, z_3 are positive),   G = d log Z / dw,   Gam = -d^2 log Z / dw^2.
//
// With a, b, c the three units, s_c the sign of z_c and N(0), N(0, 0) densities of one and two sums at zero,
//
//   dZ / dw_c          = N(z_c = 0) P(s_a != s_b | z_c = 0)
//   d^2 Z / dw_a dw_b  = -N(z_a = z_b = 0) E[s_c | z_a = z_b = 0] = dZ / dV_ab               (Plackett 1954)
//   d^2 Z / dw_c^2     = -(w_c dZ/dw_c + V_ac d^2 Z/dw_a dw_c + V_bc d^2 Z/dw_b dw_c) / V_cc
//
// so Z is that of independent units plus an integral over the strength of the covariances, from none to all
// of it, of what is known in closed form, and the probability of two different signs is a similar integral
// over the angle whose sine is their correlation. No quadrature has to resolve a direction in which V is
// soft.
class JointMajority {
 public:
  // V must be positive definite.
  explicit JointMajority(const TripleMatrix& v);

  struct Response {
    double log_z;
    Triple g;
    TripleMatrix gam;
  };
  Response respond(const Triple& w) const;

 private:
  static constexpr int kNodes = 16;  // of either integral

  // The other two units where one sum is 0: their means are w - slope w_c. A node between no correlation and
  // all of it has the density weight exp(-decay (h^2 - 2 sine h k + k^2)) at zero, h and k their means in
  // units of their widths.
  struct OneAtZero {
    struct Node {
      double sine, decay, weight;
    };
    double slope_a, slope_b, inverse_root_a, inverse_root_b;
    std::array<Node, kNodes> nodes;
  };
  // A unit where the sums of the other two are 0, and the density of those.
  struct TwoAtZero {
    double aa, bb, ab;        // -log density = aa w_a^2 + bb w_b^2 + ab w_a w_b + const
    double density;           // at w = 0
    double slope_a, slope_b;  // the mean of z_c is w_c - slope_a w_a - slope_b w_b
    double inverse_root;

    double curvature(double w_a, double w_b, double w_c) const;  // d^2 Z / dw_a dw_b
  };
  using EachPair = std::array<TwoAtZero, 3>;

  struct Derivatives {
    double z;
    Triple first;
    TripleMatrix second;
  };

  static EachPair two_at_zero(const TripleMatrix& v);
  double different_signs(std::size_t c, const Triple& w) const;
  Derivatives derivatives(const Triple& w) const;

  TripleMatrix v_;
  Triple inverse_root_;
  std::array<OneAtZero, 3> one_at_zero_;
  EachPair two_at_zero_;
  std::array<EachPair, kNodes> weaker_;  // between no covariance and all of it
};

}  // namespace bitbasin
