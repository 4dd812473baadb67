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
#include "bitbasin/bits/byte_operations-inl.h"

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
  static void store(Vec v, std::uint64_t* words) { *words = v; }
  static Vec fill(std::uint64_t word) { return word; }
  static Vec differ(Vec a, Vec b) { return a ^ b; }
  static Vec both(Vec a, Vec b) { return a & b; }
  static Vec either(Vec a, Vec b) { return a | b; }
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
  static HWY_INLINE void store(Vec v, std::uint64_t* words) { hn::Store(v, D64(), words); }
  static HWY_INLINE Vec fill(std::uint64_t word) { return hn::Set(D64(), word); }
  static HWY_INLINE Vec differ(Vec a, Vec b) { return hn::Xor(a, b); }
  static HWY_INLINE Vec both(Vec a, Vec b) { return hn::And(a, b); }
  static HWY_INLINE Vec either(Vec a, Vec b) { return hn::Or(a, b); }
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
    bytes = hn::Add(bytes, count_bits_of_bytes(hn::BitCast(D8(), v)));
  }
  HWY_INLINE void flush() {
    sum = hn::Add(sum, hn::SumsOf8(bytes));
    bytes = hn::Zero(D8());
  }
#endif
};

#endif  // HWY_SCALAR

HWY_INLINE BitCounter::Vec load_difference(const std::uint64_t* a, const std::uint64_t* b) {
  return BitCounter::differ(BitCounter::load(a), BitCounter::load(b));
}

// Counts the bits in which two padded rows differ, vector by vector.
HWY_INLINE std::uint64_t hamming_by_vectors(const std::uint64_t* HWY_RESTRICT a,
                                            const std::uint64_t* HWY_RESTRICT b, std::size_t words) {
  BitCounter counter;
  for (std::size_t begin = 0; begin < words;) {
    const std::size_t end =
        begin + std::min((words - begin) / kLineWords, BitCounter::kFlushLines) * kLineWords;
    for (std::size_t line = begin; line < end; line += kLineWords) {
      for (std::size_t k = 0; k < kLineWords; k += BitCounter::kWords) {
        counter.add(load_difference(a + line + k, b + line + k));
      }
    }
    counter.flush();
    begin = end;
  }
  return counter.total();
}

// x86 before VPOPCNTDQ has no population count of vectors: 7 instructions count one, by looking up nibbles.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX2 || HWY_TARGET == HWY_SSE4 || HWY_TARGET == HWY_SSSE3

// Adds bits to bits: the sum stays in `sum`, the carries are returned.
HWY_INLINE BitCounter::Vec carry_save(BitCounter::Vec& sum, BitCounter::Vec a, BitCounter::Vec b) {
  const auto half = hn::Xor(a, b);
  const auto carry = hn::Or(hn::And(a, b), hn::And(half, sum));
  sum = hn::Xor(half, sum);
  return carry;
}

// The same by Harley and Seal's method: carry-save adders turn four vectors into one that is counted, with 22
// instructions instead of 28. At 10001 bits it is 14 (AVX2) and 25 percent (SSE4) faster.
HWY_INLINE std::uint64_t hamming_by_carries(const std::uint64_t* HWY_RESTRICT a,
                                            const std::uint64_t* HWY_RESTRICT b, std::size_t words) {
  constexpr BitCounter::D64 d64;
  constexpr BitCounter::D8 d8;
  constexpr std::size_t kWords = BitCounter::kWords, kBlockWords = 4 * kWords, kFlushBlocks = 31;
  auto ones = hn::Zero(d64), twos = hn::Zero(d64);
  BitCounter fours, rest;
  for (std::size_t blocks = words / kBlockWords; blocks > 0;) {
    const std::size_t count = std::min(blocks, kFlushBlocks);
    for (std::size_t block = 0; block < count; ++block, a += kBlockWords, b += kBlockWords) {
      const auto d0 = load_difference(a, b), d1 = load_difference(a + kWords, b + kWords);
      const auto d2 = load_difference(a + 2 * kWords, b + 2 * kWords);
      const auto d3 = load_difference(a + 3 * kWords, b + 3 * kWords);
      const auto twos_a = carry_save(ones, d0, d1), twos_b = carry_save(ones, d2, d3);
      fours.add(carry_save(twos, twos_a, twos_b));
    }
    fours.flush();
    blocks -= count;
  }
  for (std::size_t k = 0; k < words % kBlockWords; k += kWords) rest.add(load_difference(a + k, b + k));
  const auto two = count_bits_of_bytes(hn::BitCast(d8, twos));
  rest.add(ones);
  rest.bytes = hn::Add(rest.bytes, hn::Add(two, two));
  rest.flush();
  rest.sum = hn::Add(rest.sum, hn::ShiftLeft<2>(fours.sum));
  return rest.total();
}

// The number of bits in which two padded rows differ.
HWY_INLINE std::uint64_t hamming_row(const std::uint64_t* HWY_RESTRICT a, const std::uint64_t* HWY_RESTRICT b,
                                     std::size_t words) {
  constexpr std::size_t kShortWords = 8 * kLineWords;  // up to here both ways take about the same time
  return words <= kShortWords ? hamming_by_vectors(a, b, words) : hamming_by_carries(a, b, words);
}

#else

HWY_INLINE std::uint64_t hamming_row(const std::uint64_t* HWY_RESTRICT a, const std::uint64_t* HWY_RESTRICT b,
                                     std::size_t words) {
  return hamming_by_vectors(a, b, words);
}

#endif

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_BITS_POPCOUNT_INL_H_
