// SPDX-License-Identifier: Apache-2.0
// Per-target population counts of padded rows, for kernels that inline them into their own loops.
// Rows are whole cache lines (BitVector), so there is no tail.

#if defined(BITBASIN_BITS_POPCOUNT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_BITS_POPCOUNT_INL_H_
#undef BITBASIN_BITS_POPCOUNT_INL_H_
#else
#define BITBASIN_BITS_POPCOUNT_INL_H_
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR

struct BitCounter {
  static constexpr std::size_t kWords = 1;  // words added at a time
  static constexpr std::size_t kFlushLines = ~std::size_t{0};
  using Vec = std::uint64_t;
  static Vec load(const std::uint64_t* words) { return *words; }
  static Vec differ(Vec a, Vec b) { return a ^ b; }
  void add(Vec v) { sum += static_cast<std::uint64_t>(std::popcount(v)); }
  void flush() {}
  std::uint64_t total() const { return sum; }
  std::uint64_t sum = 0;
};

#else

// Adds up the set bits of vectors. With VPOPCNTDQ the counts are per word and never overflow; otherwise they
// are per byte, at most 8 per vector, and are moved to words before 32 vectors have been added.
struct BitCounter {
  using D64 = hn::ScalableTag<std::uint64_t>;
  using D8 = hn::Repartition<std::uint8_t, D64>;
  using Vec = hn::Vec<D64>;
  static constexpr std::size_t kWords = hn::MaxLanes(D64());
  static HWY_INLINE Vec load(const std::uint64_t* words) { return hn::Load(D64(), words); }
  static HWY_INLINE Vec differ(Vec a, Vec b) { return hn::Xor(a, b); }
  HWY_INLINE std::uint64_t total() const { return hn::GetLane(hn::SumOfLanes(D64(), sum)); }
  Vec sum;

#if HWY_TARGET == HWY_AVX3_DL
  static constexpr std::size_t kFlushLines = ~std::size_t{0};
  HWY_INLINE BitCounter() : sum(hn::Zero(D64())) {}
  HWY_INLINE void add(Vec v) {
    sum = hn::Add(sum, hn::PopulationCount(v));
  }
  HWY_INLINE void flush() {}
#else
  static constexpr std::size_t kFlushLines = 31 * kWords / kLineWords;
  hn::Vec<D8> bytes;
  HWY_INLINE BitCounter() : sum(hn::Zero(D64())), bytes(hn::Zero(D8())) {}
  HWY_INLINE void add(Vec v) {
    bytes = hn::Add(bytes, hn::PopulationCount(hn::BitCast(D8(), v)));
  }
  HWY_INLINE void flush() {
    sum = hn::Add(sum, hn::SumsOf8(bytes));
    bytes = hn::Zero(D8());
  }
#endif
};

#endif  // HWY_SCALAR

// The number of bits in which two padded rows differ.
HWY_INLINE std::uint64_t hamming_row(const std::uint64_t* HWY_RESTRICT a, const std::uint64_t* HWY_RESTRICT b,
                                     std::size_t words) {
  BitCounter counter;
  for (std::size_t begin = 0; begin < words;) {
    const std::size_t end =
        begin + std::min((words - begin) / kLineWords, BitCounter::kFlushLines) * kLineWords;
    for (std::size_t line = begin; line < end; line += kLineWords) {
      for (std::size_t k = line; k < line + kLineWords; k += BitCounter::kWords) {
        counter.add(BitCounter::differ(BitCounter::load(a + k), BitCounter::load(b + k)));
      }
    }
    counter.flush();
    begin = end;
  }
  return counter.total();
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_BITS_POPCOUNT_INL_H_
