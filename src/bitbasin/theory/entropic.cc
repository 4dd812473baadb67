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

namespace bitbasin {
namespace {

constexpr double kEntropicReach = 8.3;  // exp(-8.3^2 / 2) = 1e-15
constexpr double kEntropicDepth = 38;   // weights below exp(-38) of the largest are left out
constexpr double kEntropicStep = 0.6;
// tanh has poles pi / 2 off the real line: exp(-2 pi (pi / 2) / 0.34) = 2e-13.
constexpr double kPoleStep = 0.34;

// Averages over z1 with the weight Dz1 (2 cosh A)^y, A = sigma z1 + b.
template <class T>
struct Inner {
  T log_i, tanh, sech2, variance, log_2cosh;
};

template <class T>
Inner<T> inner_average(const T& sigma, const T& b, const T& y, double step_scale) {
  const double s = sigma.value;
  const double at = b.value;
  const double power = y.value;
  const double h = step_scale * std::min(kEntropicStep, kPoleStep / s);
  const auto log_weight = [&](double z) {
    const double a = std::abs(s * z + at);
    return -0.5 * z * z + power * (a + portable_log1p(portable_exp(-2 * a)));
  };
  // Peaks can be near +- y sigma; the one on the side of b is the larger one.
  const double direction = at < 0 ? -1 : 1;
  double peak = 0;  // z = y sigma tanh A, by iteration from outside: monotone
  peak = direction * power * s;
  for (int i = 0; i < 50; ++i) {
    const double next = power * s * log_2cosh_terms(s * peak + at).tanh;
    const bool close = std::abs(next - peak) < 0.1;
    peak = next;
    if (close) break;
  }
  const double top = log_weight(peak);
  // The other peak matters where its weight, smaller by exp(-2 y |b|), does; then the nodes reach beyond it.
  const bool both = 2 * power * std::abs(at) < kEntropicDepth;
  const double far_end = both ? -direction * power * s : peak;

  double one = 0, t1 = 0, t2 = 0, t3 = 0, l1 = 0, t1z = 0, t2z = 0, t3z = 0, tl = 0, t2l = 0, l2 = 0, ltz = 0,
         sech = 0, sechz = 0, tsech = 0, tsechz = 0;
  const auto visit = [&](double z) {
    const Log2Cosh a = log_2cosh_terms(s * z + at);
    const double log_w = -0.5 * z * z + power * a.log_2cosh - top;
    const double w = portable_exp(log_w);
    const double t = a.tanh, l = a.log_2cosh;
    one += w;
    t1 += w * t;
    t2 += w * t * t;
    t3 += w * t * t * t;
    l1 += w * l;
    t1z += w * t * z;
    t2z += w * t * t * z;
    t3z += w * t * t * t * z;
    tl += w * t * l;
    t2l += w * t * t * l;
    l2 += w * l * l;
    ltz += w * l * t * z;
    sech += w * a.sech2;
    sechz += w * a.sech2 * z;
    tsech += w * t * a.sech2;
    tsechz += w * t * a.sech2 * z;
    return log_w > -kEntropicDepth;
  };
  const double low = std::min(peak, far_end);
  const double high = std::max(peak, far_end);
  visit(peak);
  for (int k = 1; visit(peak + k * h) || peak + k * h < high;) ++k;
  for (int k = 1; visit(peak - k * h) || peak - k * h > low;) ++k;

  const double n = 1 / one;
  // Derivatives by b, sigma, y: d<f> = <df> + cov(f, dlnweight), dlnweight = y T, y T z, Lambda.
  const double m_t = t1 * n, m_t2 = t2 * n, m_l = l1 * n, m_tz = t1z * n, m_sech = sech * n;
  const auto lifted = [&](double value, double by_b, double by_sigma, double by_y) {
    T x(value);
    return x.chain(by_b, b).chain(by_sigma, sigma).chain(by_y, y);
  };
  Inner<T> out;
  out.log_i = lifted(portable_log(one * h * kInverseRootTwoPi) + top, power * m_t, power * m_tz, m_l);
  out.tanh = lifted(m_t, m_sech + power * (t2 * n - m_t * m_t), sechz * n + power * (t2z * n - m_t * m_tz),
                    tl * n - m_t * m_l);
  const T square = lifted(m_t2, 2 * tsech * n + power * (t3 * n - m_t2 * m_t),
                          2 * tsechz * n + power * (t3z * n - m_t2 * m_tz), t2l * n - m_t2 * m_l);
  out.sech2 = -square;
  out.sech2.value = m_sech;
  out.variance = square - out.tanh * out.tanh;
  out.log_2cosh = lifted(m_l, m_t + power * (tl * n - m_l * m_t), m_tz + power * (ltz * n - m_l * m_tz),
                         l2 * n - m_l * m_l);
  return out;
}

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

}  // namespace

template <LabelSource kTask>
Overlaps<Dual<kDirections<kTask>>> entropic(const OrderParameters<Dual<kDirections<kTask>>>& p,
                                            const Conjugates<Dual<kDirections<kTask>>>& c,
                                            const TheoryQuadrature& quadrature) {
  using T = Dual<kDirections<kTask>>;
  const T sigma = sqrt(c.width_hat);
  const T root_q0_hat = sqrt(c.q0_hat);
  const T pull = p.s_hat - c.s_tilde_hat;       // A = sigma z1 + sqrt(q0^) z0 + R^ + W~ pull
  const T slope = c.s_tilde_hat / root_q0_hat;  // A~ = omega z~ + slope z0 + R~^
  const T omega2 = c.determinant / c.q0_hat;
  const double scale = quadrature.step;

  struct Point {
    Inner<T> plus, minus;
    T theta0;
  };
  const auto point = [&](double z0) {
    T field = c.r_hat;
    field.add(z0, root_q0_hat);
    Point at{inner_average(sigma, field + pull, p.y, scale), inner_average(sigma, field - pull, p.y, scale),
             c.r_tilde_hat};
    at.theta0.add(z0, slope).add(0.5, at.plus.log_i).add(-0.5, at.minus.log_i);
    return at;
  };
  // <W~> is a step in z0 where theta0 = 0, and <tanh A> one where its field vanishes; for large y they are
  // sharp. theta0 increases with z0.
  double low = -40, high = 40;
  for (int i = 0; i < 40; ++i) {
    const double middle = (low + high) / 2;
    (point(middle).theta0.value > 0 ? high : low) = middle;
  }
  const double center = (low + high) / 2;
  const Point at_step = point(center);
  const double root = root_q0_hat.value;
  const double rise =
      slope.value + 0.5 * p.y.value * root * (at_step.plus.tanh.value - at_step.minus.tanh.value);
  const T nothing = 0.0;
  const double steep = [&] {
    const Inner<T> at_zero = inner_average(sigma, nothing, p.y, scale);
    return at_zero.sech2.value + p.y.value * (1 - at_zero.sech2.value);
  }();
  const double smooth = std::max(1.0, std::sqrt(std::max(0.0, omega2.value)));
  const double tanh_width = 1 / (steep * root);
  std::vector<Feature> features;
  constexpr double kSteep = 0.5;  // a step of 0.5 does for poles pi off the real line: exp(-4 pi^2)
  if (rise > kSteep * smooth) features.push_back({center, smooth / rise});
  if (steep * root > kSteep) {
    features.push_back({(-pull.value - c.r_hat.value) / root, tanh_width});
    features.push_back({(pull.value - c.r_hat.value) / root, tanh_width});
  }
  const GradedGrid grid = graded_grid(-kEntropicReach, kEntropicReach, 0, scale * 0.5, features);

  Overlaps<T> out;
  out.g_s = out.log_2cosh = out.gap = out.width = out.excess = out.one_less_q1 = out.q0 = out.s = 0.0;
  out.r = out.r_tilde = 0.0;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double z0 = grid.nodes[i];
    const double weight = grid.weights[i] * portable_exp(-0.5 * z0 * z0) * kInverseRootTwoPi;
    const Point at = point(z0);
    const TildeAverage<T> tilde = tilde_average(at.theta0, omega2, scale);
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

template Overlaps<Dual<8>> entropic<LabelSource::classify>(const OrderParameters<Dual<8>>&,
                                                           const Conjugates<Dual<8>>&,
                                                           const TheoryQuadrature&);
template Overlaps<Dual<10>> entropic<LabelSource::teacher>(const OrderParameters<Dual<10>>&,
                                                           const Conjugates<Dual<10>>&,
                                                           const TheoryQuadrature&);

}  // namespace bitbasin
