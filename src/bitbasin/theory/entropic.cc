// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/entropic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "bitbasin/math/graded_grid.h"
#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/root_two_pi.h"
#include "bitbasin/theory/entropic_inner.h"

namespace bitbasin {
namespace {

// Averages over z~ of functions of theta = theta0 + omega z~. By the heat equation the derivative by omega^2
// is half the second derivative by theta0: regular at omega = 0.
template <class T>
struct TildeAverage {
  T tanh, sech2, log_2cosh;
};

template <class T>
TildeAverage<T> tilde_average(const T& theta0, const T& omega2, double step_scale) {
  const double omega = std::sqrt(std::max(0.0, omega2.value));
  const double h = step_scale * std::min(kEntropicStep, kPoleStep / std::max(omega, 1e-300));
  const int count = static_cast<int>(kEntropicReach / h);
  double t1 = 0, s1 = 0, l1 = 0, ts = 0, s2 = 0;
  for (int k = -count; k <= count; ++k) {
    const double z = k * h;
    const Log2Cosh a = log_2cosh_terms(theta0.value + omega * z);
    const double w = portable_exp(-0.5 * z * z);
    t1 += w * a.tanh;
    s1 += w * a.sech2;
    l1 += w * a.log_2cosh;
    ts += w * a.tanh * a.sech2;
    s2 += w * a.sech2 * (4 * a.tanh * a.tanh - 2 * a.sech2);  // (sech^2)''
  }
  const double norm = h * kInverseRootTwoPi;
  const auto lifted = [&](double value, double by_theta, double by_omega2) {
    T x(value * norm);
    return x.chain(by_theta * norm, theta0).chain(by_omega2 * norm, omega2);
  };
  return {lifted(t1, s1, -ts), lifted(s1, -2 * ts, s2 / 2), lifted(l1, t1, s1 / 2)};
}

// What is left to integrate over z0: the averages over z1 for both signs of W~, and the log-odds of W~.
template <class T>
class OuterField {
 public:
  struct Point {
    EntropicInner<T> plus, minus;
    T theta0;
  };

  OuterField(const OrderParameters<T>& p, const Conjugates<T>& c, double scale)
      : sigma_(sqrt(c.width_hat)),
        root_q0_hat_(sqrt(c.q0_hat)),
        pull_(p.s_hat - c.s_tilde_hat),
        slope_(c.s_tilde_hat / root_q0_hat_),
        omega2_(c.determinant / c.q0_hat),
        r_hat_(c.r_hat),
        r_tilde_hat_(c.r_tilde_hat),
        y_(p.y),
        scale_(scale) {}

  const T& omega2() const { return omega2_; }

  Point point(double z0) const {
    T field = r_hat_;
    field.add(z0, root_q0_hat_);
    Point at{entropic_inner(sigma_, field + pull_, y_, scale_),
             entropic_inner(sigma_, field - pull_, y_, scale_), r_tilde_hat_};
    at.theta0.add(z0, slope_).add(0.5, at.plus.log_i).add(-0.5, at.minus.log_i);
    return at;
  }

  // <W~> is a step in z0 where theta0 = 0, and <tanh A> one where its field vanishes; for large y they are
  // sharp. theta0 increases with z0.
  GradedGrid grid() const {
    double low = -40, high = 40;
    for (int i = 0; i < 40; ++i) {
      const double middle = (low + high) / 2;
      (point(middle).theta0.value > 0 ? high : low) = middle;
    }
    const double center = (low + high) / 2;
    const Point at_step = point(center);
    const double root = root_q0_hat_.value;
    const double rise =
        slope_.value + 0.5 * y_.value * root * (at_step.plus.tanh.value - at_step.minus.tanh.value);
    const T nothing = 0.0;
    const double steep = [&] {
      const EntropicInner<T> at_zero = entropic_inner(sigma_, nothing, y_, scale_);
      return at_zero.sech2.value + y_.value * (1 - at_zero.sech2.value);
    }();
    const double smooth = std::max(1.0, std::sqrt(std::max(0.0, omega2_.value)));
    const double tanh_width = 1 / (steep * root);
    std::vector<Feature> features;
    constexpr double kSteep = 0.5;  // a step of 0.5 does for poles pi off the real line: exp(-4 pi^2)
    if (rise > kSteep * smooth) features.push_back({center, smooth / rise});
    if (steep * root > kSteep) {
      features.push_back({(-pull_.value - r_hat_.value) / root, tanh_width});
      features.push_back({(pull_.value - r_hat_.value) / root, tanh_width});
    }
    return graded_grid(-kEntropicReach, kEntropicReach, 0, scale_ * 0.5, features);
  }

 private:
  T sigma_, root_q0_hat_;
  T pull_;   // A = sigma z1 + sqrt(q0^) z0 + R^ + W~ pull
  T slope_;  // A~ = omega z~ + slope z0 + R~^
  T omega2_, r_hat_, r_tilde_hat_, y_;
  double scale_;
};

}  // namespace

template <LabelSource kTask>
Overlaps<Dual<kDirections<kTask>>> entropic(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                            const Conjugates<Dual<kDirections<kTask>>>& c,
                                            const TheoryQuadrature& quadrature) {
  using T = Dual<kDirections<kTask>>;
  const double scale = quadrature.step;
  const OuterField<T> field(p, c, scale);
  const GradedGrid grid = field.grid();

  Overlaps<T> out;
  out.g_s = out.log_2cosh = out.gap = out.width = out.excess = out.one_less_q1 = out.q0 = out.s = 0.0;
  out.r = out.r_tilde = 0.0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double z0 = grid.nodes[i];
    const double weight = grid.weights[i] * portable_exp(-0.5 * z0 * z0) * kInverseRootTwoPi;
    const auto at = field.point(z0);
    const TildeAverage<T> tilde = tilde_average(at.theta0, field.omega2(), scale);
    // With p+- the weights of W~ = +-1: <f> = mean + difference <W~>.
    const auto mean = [](const T& a, const T& b) { return 0.5 * (a + b); };
    const auto difference = [](const T& a, const T& b) { return 0.5 * (a - b); };
    const T mid = mean(at.plus.tanh, at.minus.tanh);
    const T half = difference(at.plus.tanh, at.minus.tanh);
    const auto average = [&](const T& plus, const T& minus) {
      return mean(plus, minus) + difference(plus, minus) * tilde.tanh;
    };
    out.g_s.add(weight, mean(at.plus.log_i, at.minus.log_i) + tilde.log_2cosh);
    out.log_2cosh.add(weight, average(at.plus.log_2cosh, at.minus.log_2cosh));
    out.gap.add(weight, tilde.sech2);
    out.width.add(weight, average(at.plus.variance, at.minus.variance) + tilde.sech2 * half * half);
    out.excess.add(weight, tilde.sech2 * half);
    out.one_less_q1.add(weight, average(at.plus.sech2, at.minus.sech2));
    out.q0.add(weight, mid * mid + 2.0 * mid * half * tilde.tanh + half * half * (1.0 - tilde.sech2));
    out.s.add(weight, mid * tilde.tanh + half);
    out.r.add(weight, mid + half * tilde.tanh);
    out.r_tilde.add(weight, tilde.tanh);
  }
  return out;
}

template <LabelSource kTask>
ReplicaResponse entropic_response(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                  const Conjugates<Dual<kDirections<kTask>>>& c,
                                  const TheoryQuadrature& quadrature) {
  const double scale = quadrature.step;
  const OuterField<Dual<kDirections<kTask>>> field(p, c, scale);
  const GradedGrid grid = field.grid();
  const double y = p.y.value;
  const double omega = std::sqrt(std::max(0.0, field.omega2().value));
  const double h = scale * std::min(kEntropicStep, kPoleStep / std::max(omega, 1e-300));
  const int count = static_cast<int>(kEntropicReach / h);
  ReplicaResponse out;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double z0 = grid.nodes[i];
    const double outer =
        grid.weights[i] * h * portable_exp(-0.5 * z0 * z0) * kInverseRootTwoPi * kInverseRootTwoPi;
    const auto at = field.point(z0);
    const double plus = at.plus.sech2.value + y * at.plus.variance.value;  // the response for either W~
    const double minus = at.minus.sech2.value + y * at.minus.variance.value;
    const double half = 0.5 * (at.plus.tanh.value - at.minus.tanh.value);
    for (int k = -count; k <= count; ++k) {
      const double z = k * h;
      const double weight = outer * portable_exp(-0.5 * z * z);
      const Log2Cosh tilde = log_2cosh_terms(at.theta0.value + omega * z);
      const double up = 0.5 * (1 + tilde.tanh), down = 0.5 * (1 - tilde.tanh);
      const double covariance = half * tilde.sech2;
      out.add(weight, {{{tilde.sech2, y * covariance},
                        {covariance, up * plus + down * minus + y * half * covariance}}});
      out.within += weight * (up * at.plus.sech4 + down * at.minus.sech4);
    }
  }
  return out;
}

template Overlaps<Dual<8>> entropic<LabelSource::classify>(const OrderParameters<Dual<8>>&,
                                                           const Conjugates<Dual<8>>&,
                                                           const TheoryQuadrature&);
template Overlaps<Dual<10>> entropic<LabelSource::teacher>(const OrderParameters<Dual<10>>&,
                                                           const Conjugates<Dual<10>>&,
                                                           const TheoryQuadrature&);

template ReplicaResponse entropic_response<LabelSource::classify>(const OrderParameters<Dual<8>>&,
                                                                  const Conjugates<Dual<8>>&,
                                                                  const TheoryQuadrature&);
template ReplicaResponse entropic_response<LabelSource::teacher>(const OrderParameters<Dual<10>>&,
                                                                 const Conjugates<Dual<10>>&,
                                                                 const TheoryQuadrature&);

}  // namespace bitbasin
