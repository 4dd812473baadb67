// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/bit_matrix.h"

#include <gtest/gtest.h>

#include <cstdint>

#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::bit_matrix_test {
namespace {

TEST(BitVector, IsPaddedToAlignedCacheLines) {
  for (const std::size_t n : {0, 1, 63, 64, 65, 511, 512, 513}) {
    const BitVector v(n);
    EXPECT_EQ(v.words().size() % kLineWords, 0u);
    EXPECT_GE(v.words().size() * kWordBits, n);
    EXPECT_LT(v.words().size() * kWordBits, n + 512);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(v.words().data()) % kAlignment, 0u);
  }
}

TEST(BitVector, SetsFlipsAndReadsSingleBits) {
  BitVector v(130);
  v.set(129, true);
  v.flip(0);
  EXPECT_EQ(v.sign(129), 1);
  EXPECT_EQ(v.sign(0), 1);
  EXPECT_EQ(v.sign(64), -1);
  v.set(129, false);
  v.flip(0);
  EXPECT_EQ(v, BitVector(130));
}

TEST(BitVector, IsEqualInSizeAndEveryBit) {
  for (const std::size_t n : {1, 64, 65, 513}) {
    const BitVector v = random_bit_vector(n, n);
    for (std::size_t i = 0; i < n; ++i) {
      BitVector other = v;
      EXPECT_TRUE(other == v);
      other.flip(i);
      EXPECT_FALSE(other == v) << i << " of " << n;
    }
  }
  EXPECT_FALSE(BitVector(64) == BitVector(65));
}

TEST(BitVector, ClearPaddingKeepsWhatIsUsed) {
  for (const std::size_t n : {0, 1, 63, 64, 65, 512, 600}) {
    BitVector v(n);
    for (std::uint64_t& word : v.words()) word = ~std::uint64_t{0};
    v.clear_padding();
    for (std::size_t i = 0; i < v.words().size() * kWordBits; ++i) ASSERT_EQ(v[i], i < n) << i << " of " << n;
  }
}

TEST(BitVector, ASliceHasTheBitsBetween) {
  const BitVector v = random_bit_vector(600, 1);
  for (const auto& [begin, end] : {std::pair{0, 600}, {1, 600}, {64, 192}, {63, 65}, {511, 599}, {7, 7}}) {
    const BitVector part = slice(v, static_cast<std::size_t>(begin), static_cast<std::size_t>(end));
    BitVector expected(static_cast<std::size_t>(end - begin));
    for (int i = begin; i < end; ++i) {
      expected.set(static_cast<std::size_t>(i - begin), v[static_cast<std::size_t>(i)]);
    }
    EXPECT_EQ(part, expected) << begin << " to " << end;
  }
}

TEST(BitVector, NegateTouchesNoPadding) {
  for (const std::size_t n : {1, 63, 64, 65, 512, 600}) {
    BitVector v = random_bit_vector(n, n);
    const BitVector before = v;
    negate(v.words(), n);
    for (std::size_t i = 0; i < n; ++i) ASSERT_EQ(v.sign(i), -before.sign(i));
    for (std::size_t i = n; i < v.words().size() * kWordBits; ++i) ASSERT_FALSE(v[i]) << i << " of " << n;
  }
}

TEST(BitVector, OrBitsAddsTheFirstBitsFromAPlaceOn) {
  const BitVector from = random_bit_vector(200, 1);
  const BitVector before = random_bit_vector(400, 2);
  for (const std::size_t count : {0, 1, 63, 64, 65, 128, 200}) {
    for (const std::size_t at : {0, 1, 63, 64, 100, 200}) {
      BitVector to = before;
      or_bits(from.words(), count, at, to.words());
      for (std::size_t i = 0; i < to.size(); ++i) {
        const bool added = i >= at && i < at + count && from[i - at];
        ASSERT_EQ(to[i], before[i] || added) << i << " of " << count << " from " << at;
      }
    }
  }
}

TEST(BitMatrix, RowsDoNotOverlap) {
  BitMatrix x(3, 513);
  x.set(1, 512, true);
  EXPECT_TRUE(x.get(1, 512));
  EXPECT_FALSE(x.get(0, 512));
  EXPECT_FALSE(x.get(2, 512));
  EXPECT_EQ(x.sign(1, 512), 1);
  EXPECT_FALSE(x == BitMatrix(3, 513));
  EXPECT_FALSE(x == BitMatrix(3, 512));
}

}  // namespace
}  // namespace bitbasin::bit_matrix_test
