// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>

#include "bitbasin/math/hyperbolic.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/root_two_pi.h"

namespace bitbasin {

inline constexpr double kEntropicReach = 8.3;  // exp(-8.3^2 / 2) = 1e-15
inline constexpr double kEntropicDepth = 38;   // weights below exp(-38) of the largest are left out
inline constexpr double kEntropicStep = 0.6;
// tanh has poles pi / 2 off the real line: exp(-2 pi (pi / 2) / 0.34) = 2e-13.
inline constexpr double kPoleStep = 0.34;

// Averages over z1 with the weight Dz1 (2 cosh A)^y, A = sigma z1 + b.
template <class T>
struct EntropicInner {
  T log_i, tanh, sech2, variance, log_2cosh;
  double sech4;  // <sech^4 A>
};

template <class T>
EntropicInner<T> entropic_inner(const T& sigma, const T& b, const T& y, double step_scale) {
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
         sech = 0, sechz = 0, tsech = 0, tsechz = 0, sech4 = 0;
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
    sech4 += w * a.sech2 * a.sech2;
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
  EntropicInner<T> out;
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
  out.sech4 = sech4 * n;
  return out;
}

}  // namespace bitbasin
