// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/ink_bits.h"

#include <bit>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/stages/ink_bits.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void ink_words(const std::uint8_t* HWY_RESTRICT pixels, std::size_t count, std::uint8_t ink,
               std::uint64_t* HWY_RESTRICT words) {
  std::size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
  const hn::CappedTag<std::uint8_t, 64> d;
  const auto level = hn::Set(d, ink);
  auto* bytes = reinterpret_cast<std::uint8_t*>(words);
  for (; i + 64 <= count; i += 64) {
    for (std::size_t j = i; j < i + 64; j += hn::Lanes(d)) {
      hn::StoreMaskBits(d, hn::Gt(hn::LoadU(d, pixels + j), level), bytes + j / 8);
    }
  }
#endif
  for (; i < count; i += 64) {
    std::uint64_t word = 0;
    for (std::size_t j = i; j < count && j < i + 64; ++j) word |= std::uint64_t{pixels[j] > ink} << (j - i);
    words[i / 64] = word;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(ink_words);

void put_ink_bits(const std::uint8_t* pixels, std::size_t count, std::uint8_t ink, std::uint64_t* words) {
  static_assert(std::endian::native == std::endian::little, "eight pixels are a byte of a word");
  HWY_DYNAMIC_DISPATCH(ink_words)(pixels, count, ink, words);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
