// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/aligned_array.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <new>

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

TEST(AlignedArray, RefusesSizesThatNoNumberOfBytesHolds) {
  constexpr std::size_t kMost = static_cast<std::size_t>(-1);
  EXPECT_THROW(AlignedArray<std::uint8_t>{kMost}, std::bad_alloc);
  EXPECT_THROW(AlignedArray<double>{kMost / 4}, std::bad_alloc);
}

}  // namespace
}  // namespace bitbasin::aligned_array_test
