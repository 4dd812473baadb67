// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/models/joint_majority.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/quadrature.h"
#include "bitbasin/math/root_two_pi.h"

namespace bitbasin {
namespace {

// Below, Z is the small difference of larger numbers. log Z is nearly homogeneous there, of degree two: a
// point nearer to zero on the same ray has the same Gam, and G in proportion.
constexpr double kLeastJointZ = 1e-5;
constexpr double kNearer = 0.85;

// exp(-40) = 4e-18: what is smaller changes no sum here.
constexpr double kNegligible = 40;

constexpr double kInverseTwoPi = 0.5 * std::numbers::inv_pi;

}  // namespace

JointMajority::EachPair JointMajority::two_at_zero(const TripleMatrix& v) {
  EachPair pairs;
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
    const double va = v.diagonal[a], vb = v.diagonal[b], ab = v.pair[c], ac = v.pair[b], bc = v.pair[a];
    const double inverse = 1 / (va * vb - ab * ab);
    TwoAtZero& at = pairs[c];
    at.aa = 0.5 * vb * inverse;
    at.bb = 0.5 * va * inverse;
    at.ab = -ab * inverse;
    at.density = kInverseTwoPi * std::sqrt(inverse);
    at.slope_a = (ac * vb - bc * ab) * inverse;
    at.slope_b = (bc * va - ac * ab) * inverse;
    at.inverse_root = 1 / std::sqrt(v.diagonal[c] - at.slope_a * ac - at.slope_b * bc);
  }
  return pairs;
}

double JointMajority::TwoAtZero::curvature(double w_a, double w_b, double w_c) const {
  const double exponent = w_a * (aa * w_a + ab * w_b) + bb * w_b * w_b;
  if (exponent > kNegligible) return 0;
  const double mean = w_c - slope_a * w_a - slope_b * w_b;
  return density * portable_exp(-exponent) * (2 * gaussian_tail(mean * inverse_root) - 1);
}

JointMajority::JointMajority(const TripleMatrix& v) : v_(v), two_at_zero_(two_at_zero(v)) {
  static const QuadratureRule rule = gauss_legendre(kNodes, 0, 1);
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
    const double slope_a = v.pair[b] / v.diagonal[c], slope_b = v.pair[a] / v.diagonal[c];
    const double root_a = std::sqrt(v.diagonal[a] - slope_a * v.pair[b]);
    const double root_b = std::sqrt(v.diagonal[b] - slope_b * v.pair[a]);
    const double correlation = (v.pair[c] - slope_a * v.pair[a]) / (root_a * root_b);
    inverse_root_[c] = 1 / std::sqrt(v.diagonal[c]);
    one_at_zero_[c] = {slope_a, slope_b, 1 / root_a, 1 / root_b, {}};
    // By x = tan(angle / 2), which needs no trigonometric function.
    const double x_end = correlation / (1 + std::sqrt(std::max(0.0, 1 - correlation * correlation)));
    for (std::size_t i = 0; i < kNodes; ++i) {
      const double x = x_end * rule.nodes[i], cosine = (1 - x * x) / (1 + x * x);
      one_at_zero_[c].nodes[i] = {2 * x / (1 + x * x), 0.5 / (cosine * cosine),
                                  kInverseTwoPi * x_end * rule.weights[i] * 2 / (1 + x * x)};
    }
  }
  for (std::size_t i = 0; i < kNodes; ++i) {
    TripleMatrix weaker = v;
    for (double& covariance : weaker.pair) covariance *= rule.nodes[i];
    weaker_[i] = two_at_zero(weaker);
    for (TwoAtZero& at : weaker_[i]) at.density *= rule.weights[i];
  }
}

// P(s_a != s_b | z_c = 0): that of independent signs, less the integral of the density at zero over the
// angle.
double JointMajority::different_signs(std::size_t c, const Triple& w) const {
  const OneAtZero& at = one_at_zero_[c];
  const double h = (w[(c + 1) % 3] - at.slope_a * w[c]) * at.inverse_root_a;
  const double k = (w[(c + 2) % 3] - at.slope_b * w[c]) * at.inverse_root_b;
  const double h_up = gaussian_tail(-h), h_down = gaussian_tail(h);
  const double k_up = gaussian_tail(-k), k_down = gaussian_tail(k);
  double same = 0;  // beyond what independent signs have
  for (const auto& node : at.nodes) {
    const double exponent = node.decay * (h * h - 2 * node.sine * h * k + k * k);
    if (exponent < kNegligible) same += node.weight * portable_exp(-exponent);
  }
  return std::max(0.0, h_up * k_down + h_down * k_up - 2 * same);
}

JointMajority::Derivatives JointMajority::derivatives(const Triple& w) const {
  Derivatives d{};
  Triple up, down;
  for (std::size_t c = 0; c < 3; ++c) {
    const double z = w[c] * inverse_root_[c];
    up[c] = gaussian_tail(-z);
    down[c] = gaussian_tail(z);
    const double density = kInverseRootTwoPi * inverse_root_[c] * portable_exp(-0.5 * z * z);
    d.first[c] = density * different_signs(c, w);
    d.second.pair[c] = two_at_zero_[c].curvature(w[(c + 1) % 3], w[(c + 2) % 3], w[c]);
  }
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t a = (c + 1) % 3, b = (c + 2) % 3;
    const double others = v_.pair[b] * d.second.pair[b] + v_.pair[a] * d.second.pair[a];
    d.second.diagonal[c] = -(w[c] * d.first[c] + others) / v_.diagonal[c];
  }
  const double independent = up[0] * up[1] + up[2] * (up[0] * down[1] + down[0] * up[1]);
  double change = 0;
  for (const EachPair& pairs : weaker_) {
    for (std::size_t c = 0; c < 3; ++c) {
      change += v_.pair[c] * pairs[c].curvature(w[(c + 1) % 3], w[(c + 2) % 3], w[c]);
    }
  }
  d.z = std::min(1.0, independent + change);
  return d;
}

JointMajority::Response JointMajority::respond(const Triple& w) const {
  double scale = 1;
  Derivatives d = derivatives(w);
  while (!(d.z > kLeastJointZ)) {
    scale *= kNearer;
    d = derivatives({scale * w[0], scale * w[1], scale * w[2]});
  }
  Response r{portable_log(d.z) / (scale * scale), {}, {}};
  Triple g;
  for (std::size_t c = 0; c < 3; ++c) {
    g[c] = d.first[c] / d.z;
    r.g[c] = g[c] / scale;
  }
  for (std::size_t c = 0; c < 3; ++c) {
    r.gam.diagonal[c] = g[c] * g[c] - d.second.diagonal[c] / d.z;
    r.gam.pair[c] = g[(c + 1) % 3] * g[(c + 2) % 3] - d.second.pair[c] / d.z;
  }
  return r;
}

}  // namespace bitbasin
