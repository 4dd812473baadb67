// SPDX-License-Identifier: Apache-2.0
// The logarithm on vectors of doubles, without fused operations: every target gives the same bits.

#if defined(BITBASIN_MATH_LOG_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_MATH_LOG_INL_H_
#undef BITBASIN_MATH_LOG_INL_H_
#else
#define BITBASIN_MATH_LOG_INL_H_
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "bitbasin/math/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt(2)), for normal x > 0.
template <class V>
struct LogParts {
  V k;
  V f;
};

template <class D>
HWY_INLINE LogParts<hn::Vec<D>> log_parts(D d, hn::Vec<D> x) {
  const hn::RebindToUnsigned<D> du;
  const auto bits = hn::BitCast(du, x);
  // Raises the exponent by one if the mantissa is sqrt(2) or more: subtracts the bits of sqrt(1/2) and adds
  // those of 1/2 back.
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  const auto shifted = hn::Add(bits, hn::Set(du, 0x4000000000000000 - kSqrtHalf));
  const auto biased = hn::ShiftRight<52>(shifted);  // k + 1024
  const auto mantissa = hn::Sub(bits, hn::ShiftLeft<52>(hn::Sub(biased, hn::Set(du, std::uint64_t{1024}))));
  // Converts a small integer to a double by placing it in the low bits of 2^52.
  const auto magic = hn::BitCast(d, hn::Or(biased, hn::Set(du, std::uint64_t{0x4330000000000000})));
  return {hn::Sub(magic, hn::Set(d, 0x1p52 + 1024)), hn::Sub(hn::BitCast(d, mantissa), hn::Set(d, 1.0))};
}

// k log 2 + log(1 + f) with s = f / (2 + f), log(1 + f) = 2 atanh(s).
template <class D>
HWY_INLINE hn::Vec<D> log_of_parts(D d, const LogParts<hn::Vec<D>>& parts) {
  const auto s = hn::Div(parts.f, hn::Add(parts.f, hn::Set(d, 2.0)));
  // |s| < 0.1716: the first term left out is 2 s^19 / 19 < 4e-16 s.
  constexpr double kAtanh[] = {2.0,      2.0 / 3,  2.0 / 5,  2.0 / 7, 2.0 / 9,
                               2.0 / 11, 2.0 / 13, 2.0 / 15, 2.0 / 17};
  const auto log1p = hn::Mul(s, polynomial(d, hn::Mul(s, s), kAtanh));
  return hn::Add(hn::Mul(parts.k, hn::Set(d, kLn2High)),
                 hn::Add(log1p, hn::Mul(parts.k, hn::Set(d, kLn2Low))));
}

// log(x) for normal x > 0, within 3e-15 relative or 1e-16 near x = 1.
template <class D>
HWY_INLINE hn::Vec<D> log_normal(D d, hn::Vec<D> x) {
  return log_of_parts(d, log_parts(d, x));
}

// log(1 + x) for finite x >= 0, within 3e-15 relative also for the tiniest: there f is x itself.
template <class D>
HWY_INLINE hn::Vec<D> log1p_positive(D d, hn::Vec<D> x) {
  auto parts = log_parts(d, hn::Add(x, hn::Set(d, 1.0)));
  parts.f = hn::IfThenElse(hn::Eq(parts.k, hn::Zero(d)), x, parts.f);
  return log_of_parts(d, parts);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_MATH_LOG_INL_H_
