// SPDX-License-Identifier: Apache-2.0
// How the messages of several factors are added up, per target (max_sum.h).

#if defined(BITBASIN_PERCEPTRON_MAX_SUM_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_PERCEPTRON_MAX_SUM_INL_H_
#undef BITBASIN_PERCEPTRON_MAX_SUM_INL_H_
#else
#define BITBASIN_PERCEPTRON_MAX_SUM_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/messages/median_select.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Factors whose messages are added in 16 bits before they go to the 32-bit sums.
struct MessageBatch {
  static constexpr std::size_t kMost = 32;
  static_assert(kMost * kMostField <= 32767);
  std::size_t size = 0;
  const std::uint64_t* x[kMost];
  const std::uint64_t* top[kMost];
  std::int8_t a[kMost];
  std::int8_t b[kMost];
};

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void add_messages(const MessageBatch& batch, std::size_t words, std::int32_t* HWY_RESTRICT sums) {
  for (std::size_t f = 0; f < batch.size; ++f) {
    for (std::size_t i = 0; i < words * kWordBits; ++i) {
      const std::size_t w = i / kWordBits, bit = i % kWordBits;
      const int u = batch.top[f][w] >> bit & 1 ? batch.b[f] : batch.a[f];
      sums[i] += batch.x[f][w] >> bit & 1 ? u : -u;
    }
  }
}

#else

// Rows and `sums` are padded to whole cache lines, so that groups of kVectors vectors never pass their ends.
HWY_INLINE void add_messages(const MessageBatch& batch, std::size_t words, std::int32_t* HWY_RESTRICT sums) {
  constexpr hn::ScalableTag<std::int16_t> d;
  constexpr hn::Half<hn::ScalableTag<std::int16_t>> dh;
  constexpr hn::ScalableTag<std::int32_t> d32;
  constexpr std::size_t kLanes = hn::MaxLanes(d), kVectors = 4;
  static_assert(kLineWords * kWordBits % (kVectors * kLanes) == 0);
  for (std::size_t i = 0; i < words * kWordBits; i += kVectors * kLanes) {
    auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0;
    for (std::size_t f = 0; f < batch.size; ++f) {
      const auto a = hn::Set(d, std::int16_t{batch.a[f]}), b = hn::Set(d, std::int16_t{batch.b[f]});
      const auto* x = reinterpret_cast<const std::uint8_t*>(batch.x[f]) + i / 8;
      const auto* top = reinterpret_cast<const std::uint8_t*>(batch.top[f]) + i / 8;
      const auto u0 = hn::IfThenElse(hn::LoadMaskBits(d, top), b, a);
      const auto u1 = hn::IfThenElse(hn::LoadMaskBits(d, top + kLanes / 8), b, a);
      const auto u2 = hn::IfThenElse(hn::LoadMaskBits(d, top + 2 * (kLanes / 8)), b, a);
      const auto u3 = hn::IfThenElse(hn::LoadMaskBits(d, top + 3 * (kLanes / 8)), b, a);
      s0 = hn::Add(s0, hn::IfThenElse(hn::LoadMaskBits(d, x), u0, hn::Neg(u0)));
      s1 = hn::Add(s1, hn::IfThenElse(hn::LoadMaskBits(d, x + kLanes / 8), u1, hn::Neg(u1)));
      s2 = hn::Add(s2, hn::IfThenElse(hn::LoadMaskBits(d, x + 2 * (kLanes / 8)), u2, hn::Neg(u2)));
      s3 = hn::Add(s3, hn::IfThenElse(hn::LoadMaskBits(d, x + 3 * (kLanes / 8)), u3, hn::Neg(u3)));
    }
    std::int32_t* out = sums + i;
    for (const auto& s : {s0, s1, s2, s3}) {
      const auto low = hn::PromoteTo(d32, hn::LowerHalf(dh, s)),
                 high = hn::PromoteTo(d32, hn::UpperHalf(dh, s));
      hn::Store(hn::Add(hn::Load(d32, out), low), d32, out);
      hn::Store(hn::Add(hn::Load(d32, out + kLanes / 2), high), d32, out + kLanes / 2);
      out += kLanes;
    }
  }
}

#endif  // HWY_SCALAR

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_PERCEPTRON_MAX_SUM_INL_H_
