// SPDX-License-Identifier: Apache-2.0
// Per-target sums of products of pairs of 16-bit numbers: the inner step of linear threshold units.

#if defined(BITBASIN_FEATURES_PAIR_PRODUCT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_FEATURES_PAIR_PRODUCT_INL_H_
#undef BITBASIN_FEATURES_PAIR_PRODUCT_INL_H_
#else
#define BITBASIN_FEATURES_PAIR_PRODUCT_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// A lane is a pair of 16-bit numbers, the first in the low half; sixteen lanes are a cache line.
using PairTag = hn::CappedTag<std::int32_t, 16>;
constexpr std::size_t kPairVectors = 16 / hn::MaxLanes(PairTag());

// This many sums (cache lines times images) stay in registers: 24 of 32 vectors with AVX-512, 12 of 16
// elsewhere.
constexpr std::size_t kPairBlocks = kPairVectors == 1 ? 2 : 1;
constexpr std::size_t kPairImages = kPairVectors == 1   ? 12
                                    : kPairVectors == 2 ? 6
                                    : kPairVectors == 4 ? 3
                                                        : 1;

// sum + a.first b.first + a.second b.second.
HWY_INLINE hn::Vec<PairTag> add_pair_product(hn::Vec<PairTag> sum, hn::Vec<PairTag> a, hn::Vec<PairTag> b) {
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR
  const hn::Repartition<std::int16_t, PairTag> d16;
  hn::Vec<PairTag> unused = hn::Zero(PairTag());  // one instruction on x86 adds both products to the first
  return hn::ReorderWidenMulAccumulate(PairTag(), hn::BitCast(d16, a), hn::BitCast(d16, b), sum, unused);
#else
  const auto first =
      hn::Mul(hn::ShiftRight<16>(hn::ShiftLeft<16>(a)), hn::ShiftRight<16>(hn::ShiftLeft<16>(b)));
  const auto second = hn::Mul(hn::ShiftRight<16>(a), hn::ShiftRight<16>(b));
  return hn::Add(sum, hn::Add(first, second));
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_FEATURES_PAIR_PRODUCT_INL_H_
