// SPDX-License-Identifier: Apache-2.0
// Per-target full adder of bit-sliced numbers, for kernels that inline it.

#if defined(BITBASIN_BITS_FULL_ADDER_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_BITS_FULL_ADDER_INL_H_
#undef BITBASIN_BITS_FULL_ADDER_INL_H_
#else
#define BITBASIN_BITS_FULL_ADDER_INL_H_
#endif

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Each bit is what most of the three are.
template <class Bits>
HWY_INLINE Bits majority(Bits a, Bits b, Bits c) {
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
  constexpr int kMost = 0xe8;  // the truth table, for which Highway has no name
  if constexpr (sizeof(Bits) == 64) return Bits{_mm512_ternarylogic_epi64(a.raw, b.raw, c.raw, kMost)};
  if constexpr (sizeof(Bits) == 32) return Bits{_mm256_ternarylogic_epi64(a.raw, b.raw, c.raw, kMost)};
  if constexpr (sizeof(Bits) == 16) return Bits{_mm_ternarylogic_epi64(a.raw, b.raw, c.raw, kMost)};
#else
  return hn::Or(hn::And(hn::Xor(a, b), c), hn::And(a, b));
#endif
}

// sum + a + b becomes sum + 2 carry. Two instructions with AVX-512, five elsewhere.
template <class Bits>
HWY_INLINE Bits full_add(Bits& sum, Bits a, Bits b) {
  const Bits carry = majority(sum, a, b);
  sum = hn::Xor3(sum, a, b);
  return carry;
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_BITS_FULL_ADDER_INL_H_
