// SPDX-License-Identifier: Apache-2.0
// Per-target pieces of exponential kernels on doubles. Multiplications and additions are never fused, and
// rounding to an integer is an addition too, so that every target gives the same bits.

#if defined(BITBASIN_MATH_EXP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_MATH_EXP_INL_H_
#undef BITBASIN_MATH_EXP_INL_H_
#else
#define BITBASIN_MATH_EXP_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "bitbasin/math/ln2.h"
#include "bitbasin/math/two_doubles.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
#ifdef __wasm_simd128__
namespace hn = two_doubles;
#else
namespace hn = hwy::HWY_NAMESPACE;
#endif

// c[kFirst] + c[kFirst + 2] x2 + c[kFirst + 4] x2^2 + ... by Horner's rule.
template <std::size_t kFirst, class D, std::size_t kCount>
HWY_INLINE hn::Vec<D> every_second(D d, hn::Vec<D> x2, const double (&c)[kCount]) {
  std::size_t i = kFirst + (kCount - 1 - kFirst) / 2 * 2;
  hn::Vec<D> sum = hn::Set(d, c[i]);
  while (i > kFirst) {
    i -= 2;
    sum = hn::Add(hn::Mul(sum, x2), hn::Set(d, c[i]));
  }
  return sum;
}

// c[0] + c[1] x + ... + c[kCount - 1] x^(kCount - 1). The even and the odd powers are two chains that run
// side by side: 11 percent faster than one (AVX2, Zen 4).
template <class D, std::size_t kCount>
HWY_INLINE hn::Vec<D> polynomial(D d, hn::Vec<D> x, const double (&c)[kCount]) {
  const auto x2 = hn::Mul(x, x);
  return hn::Add(every_second<0>(d, x2, c), hn::Mul(x, every_second<1>(d, x2, c)));
}

// exp(x) = power (1 + expm1) with power = 2^k and expm1 = exp(x - k ln 2) - 1, accurate to 3e-14 relative
// also where it is small. For |x| < 708.
template <class V>
struct ExpParts {
  V power;
  V expm1;
};

template <class D>
HWY_INLINE ExpParts<hn::Vec<D>> exp_parts(D d, hn::Vec<D> x) {
  const hn::RebindToUnsigned<D> du;
  // Adding it rounds to an integer k, which then fills the low bits: 1.5 * 2^52 has none of its own there.
  const auto rounder = hn::Set(d, 0x1.8p52);
  const auto shifted = hn::Add(hn::Mul(x, hn::Set(d, kLog2E)), rounder);
  const auto k = hn::Sub(shifted, rounder);
  const auto high = hn::Sub(x, hn::Mul(k, hn::Set(d, kLn2High)));
  const auto r = hn::Sub(high, hn::Mul(k, hn::Set(d, kLn2Low)));
  // Taylor to r^11, |r| < 0.3466: the next term is below 1.9e-14 r.
  constexpr double kTaylor[] = {1.0,          1.0 / 2,       1.0 / 6,       1.0 / 24,
                                1.0 / 120,    1.0 / 720,     1.0 / 5040,    1.0 / 40320,
                                1.0 / 362880, 1.0 / 3628800, 1.0 / 39916800};
  const auto biased = hn::Add(hn::BitCast(du, shifted), hn::Set(du, std::uint64_t{1023}));
  return {hn::BitCast(d, hn::ShiftLeft<52>(biased)), hn::Mul(r, polynomial(d, r, kTaylor))};
}

// out[i] = f(d, in[i]) for a kernel f on vectors; the arrays may be the same.
template <class Kernel>
HWY_INLINE void map_array(const double* in, double* out, std::size_t count, Kernel kernel) {
  const hn::ScalableTag<double> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(kernel(d, hn::LoadU(d, in + i)), d, out + i);
  if (i == count) return;
  HWY_ALIGN double tail[hn::MaxLanes(hn::ScalableTag<double>())] = {};
  for (std::size_t j = i; j < count; ++j) tail[j - i] = in[j];
  hn::Store(kernel(d, hn::Load(d, tail)), d, tail);
  for (std::size_t j = i; j < count; ++j) out[j] = tail[j - i];
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_MATH_EXP_INL_H_
