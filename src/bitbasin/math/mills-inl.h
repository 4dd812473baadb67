// SPDX-License-Identifier: Apache-2.0
// Per-target pieces of the normal distribution's tail, on doubles: what mills.cc and kernels that need more
// of it than the hazard have in common. As in exp-inl.h, every target gives the same bits.

#if defined(BITBASIN_MATH_MILLS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_MATH_MILLS_INL_H_
#undef BITBASIN_MATH_MILLS_INL_H_
#else
#define BITBASIN_MATH_MILLS_INL_H_
#endif

#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/mills_coefficients.h"
#include "bitbasin/math/root_two_pi.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// The hazard g(a) = G(a) / H(a) = p / q, relative error below 4e-13. For 0 <= a <= kFarHazard: beyond, g(a) =
// a to the last bit, while the powers of a would overflow at last.
inline constexpr double kFarHazard = 1e9;

template <class V>
struct HazardRatio {
  V p;
  V q;
};

template <class D>
HWY_INLINE HazardRatio<hn::Vec<D>> hazard_ratio(D d, hn::Vec<D> a) {
  const auto q = polynomial(d, a, kHazardDenominator);
  return {hn::Add(hn::Mul(a, q), polynomial(d, a, kHazardNumerator)), q};
}

// The normal density G(y) = exp(-y^2/4)^2 / sqrt(2 pi), for |y| <= 50: the square root stays a normal number
// where G no longer is one.
template <class D>
HWY_INLINE hn::Vec<D> normal_density(D d, hn::Vec<D> y) {
  const auto parts = exp_parts(d, hn::Mul(hn::Mul(y, y), hn::Set(d, -0.25)));
  const auto root = hn::Add(parts.power, hn::Mul(parts.power, parts.expm1));
  return hn::Mul(root, hn::Mul(root, hn::Set(d, kInverseRootTwoPi)));
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_MATH_MILLS_INL_H_
