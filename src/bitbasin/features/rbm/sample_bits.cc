// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/sample_bits.h"

#include <cassert>
#include <cstring>

#include "bitbasin/bits/bit_vector.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/rbm/sample_bits.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 1 / (1 + exp(-x)) with exp(-x) = 2^k exp(r), |r| <= ln 2 / 2, Taylor to r^7: the next term is below 6e-9.
// Nothing is fused, and adding 1.5 * 2^23 rounds to the integer k, which then fills the low bits.
template <class D>
HWY_INLINE hn::Vec<D> sigmoid(D d, hn::Vec<D> x) {
  const hn::RebindToUnsigned<D> du;
  const auto limit = hn::Set(d, 80.0f);  // beyond it the result is 0 or 1 to 35 digits
  const auto y = hn::Min(hn::Max(hn::Neg(x), hn::Neg(limit)), limit);
  const auto rounder = hn::Set(d, 0x1.8p23f);
  const auto shifted = hn::Add(hn::Mul(y, hn::Set(d, 0x1.715476p0f)), rounder);
  const auto k = hn::Sub(shifted, rounder);
  // ln 2 in two parts; the first has nine bits, so that its product with k is exact.
  const auto high = hn::Sub(y, hn::Mul(k, hn::Set(d, 0x1.63p-1f)));
  const auto r = hn::Add(high, hn::Mul(k, hn::Set(d, 0x1.bd0106p-13f)));
  auto p = hn::Set(d, 1.0f / 5040);
  for (const float c : {1.0f / 720, 1.0f / 120, 1.0f / 24, 1.0f / 6, 1.0f / 2, 1.0f, 1.0f}) {
    p = hn::Add(hn::Mul(p, r), hn::Set(d, c));
  }
  const auto power =
      hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(hn::BitCast(du, shifted), hn::Set(du, std::uint32_t{127}))));
  const auto one = hn::Set(d, 1.0f);
  return hn::Div(one, hn::Add(one, hn::Mul(p, power)));
}

void sigmoid_range(float* values, std::size_t count) {
  constexpr hn::CappedTag<float, 16> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (; i + lanes <= count; i += lanes) hn::StoreU(sigmoid(d, hn::LoadU(d, values + i)), d, values + i);
  if (i == count) return;
  HWY_ALIGN float tail[16] = {};
  std::memcpy(tail, values + i, (count - i) * sizeof(float));
  hn::Store(sigmoid(d, hn::Load(d, tail)), d, tail);
  std::memcpy(values + i, tail, (count - i) * sizeof(float));
}

// 64 bits from the masks that mask_at(i) gives for the lanes from i on.
template <class D, class MaskAt>
HWY_INLINE std::uint64_t pack_word(D d, MaskAt mask_at) {
  constexpr std::size_t kLanes = hn::MaxLanes(D());
  std::uint64_t word = 0;
  for (std::size_t i = 0; i < kWordBits; i += kLanes) {
    std::uint8_t bytes[8] = {};
    hn::StoreMaskBits(d, mask_at(i), bytes);
    std::uint64_t part;
    std::memcpy(&part, bytes, sizeof part);
    word |= (part & last_word_mask(kLanes)) << i;
  }
  return word;
}

void sample_bits_range(const float* p, const std::uint16_t* random, std::uint64_t* bits, std::size_t words) {
  constexpr hn::CappedTag<float, 16> d;
  constexpr hn::RebindToSigned<decltype(d)> di;
  constexpr hn::Rebind<std::uint16_t, decltype(d)> d16;
  const auto scale = hn::Set(d, 65536.0f), half = hn::Set(d, 0.5f);
  for (std::size_t w = 0; w < words; ++w, p += kWordBits, random += kWordBits) {
    bits[w] = pack_word(d, [&](std::size_t i) HWY_ATTR {
      const auto u = hn::ConvertTo(d, hn::PromoteTo(di, hn::LoadU(d16, random + i)));
      return hn::Lt(hn::Add(u, half), hn::Mul(hn::LoadU(d, p + i), scale));
    });
  }
}

void sample_pixels_range(const std::uint8_t* grey, const std::uint16_t* random, std::uint64_t* bits,
                         std::size_t words) {
  constexpr hn::CappedTag<std::uint16_t, 32> d;
  constexpr hn::Rebind<std::uint8_t, decltype(d)> d8;
  for (std::size_t w = 0; w < words; ++w, grey += kWordBits, random += kWordBits) {
    bits[w] = pack_word(d, [&](std::size_t i) HWY_ATTR {
      const auto g = hn::PromoteTo(d, hn::LoadU(d8, grey + i));
      return hn::Lt(hn::LoadU(d, random + i), hn::Or(g, hn::ShiftLeft<8>(g)));  // 257 g
    });
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(sigmoid_range);
HWY_EXPORT(sample_bits_range);
HWY_EXPORT(sample_pixels_range);

void sigmoid_array(std::span<float> values) {
  HWY_DYNAMIC_DISPATCH(sigmoid_range)(values.data(), values.size());
}

void sample_bits(std::span<const float> p, std::span<const std::uint16_t> random,
                 std::span<std::uint64_t> bits) {
  assert(p.size() >= bits.size() * kWordBits && random.size() >= bits.size() * kWordBits);
  HWY_DYNAMIC_DISPATCH(sample_bits_range)(p.data(), random.data(), bits.data(), bits.size());
}

void sample_pixels(std::span<const std::uint8_t> grey, std::span<const std::uint16_t> random,
                   std::span<std::uint64_t> bits) {
  assert(grey.size() >= bits.size() * kWordBits && random.size() >= bits.size() * kWordBits);
  HWY_DYNAMIC_DISPATCH(sample_pixels_range)(grey.data(), random.data(), bits.data(), bits.size());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
