// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "bitbasin/cuda/host_device.h"
#include "bitbasin/math/ln2.h"
#include "bitbasin/math/mills_coefficients.h"
#include "bitbasin/math/root_two_pi.h"

// The special functions of math/ and the steps of perceptron/messages/amp.h for one pattern and one synapse,
// operation by operation, so that the bits are the same as there. Nothing may be fused: -fmad=false,
// -ffp-contract=off.

namespace bitbasin::cuda {

// c[kAt] + c[kAt + 2] x2 + c[kAt + 4] x2^2 + ... as in math/exp-inl.h. The coefficients are constants of the
// code: a GPU cannot read a host's table.
template <const auto& kC, std::size_t kAt>
BITBASIN_HOST_DEVICE double every_second(double x2) {
  constexpr double c = kC[kAt];
  if constexpr (kAt + 2 < sizeof(kC) / sizeof(kC[0])) {
    return every_second<kC, kAt + 2>(x2) * x2 + c;
  } else {
    return c;
  }
}

template <const auto& kC>
BITBASIN_HOST_DEVICE double polynomial(double x) {
  const double x2 = x * x;
  return every_second<kC, 0>(x2) + x * every_second<kC, 1>(x2);
}

inline constexpr double kTaylor[] = {1.0,          1.0 / 2,       1.0 / 6,       1.0 / 24,
                                     1.0 / 120,    1.0 / 720,     1.0 / 5040,    1.0 / 40320,
                                     1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};

BITBASIN_HOST_DEVICE std::uint64_t to_bits(double x) {
#ifdef __CUDA_ARCH__
  return static_cast<std::uint64_t>(__double_as_longlong(x));
#else
  return __builtin_bit_cast(std::uint64_t, x);
#endif
}
BITBASIN_HOST_DEVICE double from_bits(std::uint64_t bits) {
#ifdef __CUDA_ARCH__
  return __longlong_as_double(static_cast<long long>(bits));
#else
  return __builtin_bit_cast(double, bits);
#endif
}

// exp(x) = power (1 + expm1)
struct ExpOf {
  double power, expm1;
};
BITBASIN_HOST_DEVICE ExpOf exp_of(double x) {
  const double rounder = 0x1.8p52;
  const double shifted = x * kLog2E + rounder;
  const double k = shifted - rounder;
  const double high = x - k * kLn2High;
  const double r = high - k * kLn2Low;
  return {from_bits((to_bits(shifted) + 1023) << 52), r * polynomial<kTaylor>(r)};
}

// mills_g of one number
BITBASIN_HOST_DEVICE double mills_of(double x) {
  const double far = 1e9;
  const double magnitude = fabs(x);
  const double a = magnitude > far ? far : magnitude;
  const double q = polynomial<kHazardDenominator>(a);
  const double p = a * q + polynomial<kHazardNumerator>(a);
  const bool left = x < 0;
  const double y = x < -50.0 ? -50.0 : left ? x : 0.0;
  const ExpOf parts = exp_of(y * y * -0.25);
  const double root = parts.power + parts.power * parts.expm1;
  const double density = root * (root * kInverseRootTwoPi);
  const double numerator = left ? density * p : p;
  const double denominator = left ? p - density * q : q;
  return x > far ? x : numerator / denominator;
}

// tanh_array of one number
BITBASIN_HOST_DEVICE double tanh_of(double theta) {
  const double magnitude = fabs(theta);
  const double a = magnitude > 20.0 ? 20.0 : magnitude;
  const ExpOf parts = exp_of(a + a);
  const double e = parts.power * parts.expm1 + (parts.power - 1.0);
  return copysign(e / (e + 2.0), theta);
}

// Rounding as quantize() of bits/sign_product.h has it, by the largest magnitude in the vector.
inline constexpr int kLargestEntry = 2047;
BITBASIN_HOST_DEVICE int rounded(double v, double largest) {
  if (largest == 0) return 0;
  return static_cast<std::int16_t>(to_bits(v * (kLargestEntry / largest) + 0x1.8p52));
}
BITBASIN_HOST_DEVICE double unit_of(double largest) {
  return largest / kLargestEntry;
}

// x . v from the sum over the set bits of x, and that over all entries. Unsigned: twice the sum may pass
// 2^31.
BITBASIN_HOST_DEVICE std::int32_t signed_sum(std::int32_t set, std::int32_t all) {
  return static_cast<std::int32_t>(2 * static_cast<std::uint32_t>(set) - static_cast<std::uint32_t>(all));
}

// V of amp.h, from the sum of 1 - m^2.
BITBASIN_HOST_DEVICE double variance_of(double sum) {
  return 0.5 < sum ? sum : 0.5;
}

// SignModel::respond for one pattern: G, and Gam, a term of the second Onsager sum.
struct PatternResponse {
  double g, gam;
};
BITBASIN_HOST_DEVICE PatternResponse respond(double w, double g_before, double threshold, double v,
                                             double root) {
  w -= v * g_before + threshold;
  const double g = mills_of(-w / root) / root;
  return {g, g * (w / v + g)};
}

// theta of one synapse, from u without its Onsager term.
BITBASIN_HOST_DEVICE double new_field(double u, double m, double onsager, double theta, double fresh,
                                      double memory) {
  u += m * onsager;
  const double total = fresh * u + memory * theta;
  return total < -30.0 ? -30.0 : 30.0 < total ? 30.0 : total;
}

}  // namespace bitbasin::cuda
