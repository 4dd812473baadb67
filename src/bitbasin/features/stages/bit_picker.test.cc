// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/bit_picker.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::bit_picker_test {
namespace {

TEST(BitPicker, KeepsTheOrder) {
  constexpr std::size_t kWords = 5;
  Stream stream(1, purpose("test.bit_picker"));
  for (const std::uint64_t share : {0, 1, 8, 32, 60, 63, 64}) {  // of 64
    std::vector<std::uint32_t> kept;
    for (std::uint32_t i = 0; i < kWords * 64; ++i) {
      if (stream.next() % 64 < share) kept.push_back(i);
    }
    std::uint64_t row[kWords];
    for (std::uint64_t& word : row) word = stream.next();
    const BitPicker picker(kept, kWords);
    ASSERT_EQ(picker.count(), kept.size());
    for (const std::size_t first : {0u, 1u, 63u, 192u}) {
      BitMatrix out(1, first + kept.size() + 1);
      picker.pick(row, out.row(0), first);
      for (std::size_t j = 0; j < kept.size(); ++j) {
        ASSERT_EQ(out.get(0, first + j), (row[kept[j] / 64] >> kept[j] % 64 & 1) != 0) << share << " " << j;
      }
      EXPECT_FALSE(out.get(0, first + kept.size()));
    }
  }
}

}  // namespace
}  // namespace bitbasin::bit_picker_test
