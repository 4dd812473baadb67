// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/aligned_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <utility>

namespace bitbasin::aligned_array_test {
namespace {

TEST(AlignedArray, IsZeroAndStartsOnACacheLine) {
  for (const std::size_t size : {1u, 100u, 4u << 20, (4u << 20) + 1}) {
    for (int again = 0; again < 2; ++again) {  // the second time in memory that was used
      AlignedArray<std::uint8_t> bytes(size);
      ASSERT_EQ(reinterpret_cast<std::uintptr_t>(bytes.data()) % kAlignment, 0u);
      ASSERT_EQ(std::ranges::count(bytes, 0), static_cast<std::ptrdiff_t>(size));
      std::ranges::fill(bytes, 1);
    }
  }
}

TEST(AlignedArray, MovesWithItsMemory) {
  AlignedArray<std::uint8_t> small(10), large(8u << 20);
  large[7] = 3;
  const std::uint8_t* memory = large.data();
  small = std::move(large);
  EXPECT_EQ(small.data(), memory);
  EXPECT_EQ(small.size(), 8u << 20);
  const AlignedArray<std::uint8_t> copy = small;
  EXPECT_NE(copy.data(), memory);
  EXPECT_EQ(copy[7], 3);
}

}  // namespace
}  // namespace bitbasin::aligned_array_test
