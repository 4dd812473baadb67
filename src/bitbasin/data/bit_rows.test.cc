// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/bit_rows.h"

#include <gtest/gtest.h>

namespace bitbasin::bit_rows_test {
namespace {

bool pattern(std::size_t r, std::size_t c) {
  return (r * 31 + c * c * 7) % 5 < 2;
}

TEST(BitRows, BecomesAMatrixOfTheSameBits) {
  for (const std::size_t cols : {1u, 2u, 63u, 64u, 65u, 127u, 128u, 129u, 511u, 512u, 513u}) {
    for (const std::size_t rows : {1u, 2u, 5u}) {
      BitRows collected;
      BitMatrix expected(rows, cols);
      for (std::size_t r = 0; r < rows; ++r) {
        for (std::size_t c = 0; c < cols; ++c) {
          EXPECT_EQ(collected.count(), c);
          collected.push(pattern(r, c));
          expected.set(r, c, pattern(r, c));
        }
        collected.end_row();
      }
      EXPECT_EQ(collected.rows(), rows);
      EXPECT_EQ(collected.cols(), cols);
      EXPECT_EQ(collected.matrix(), expected);
    }
  }
}

TEST(BitRows, ASingleRowBecomesAVector) {
  for (const std::size_t size : {1u, 63u, 64u, 65u, 700u}) {
    BitRows collected;
    BitVector expected(size);
    for (std::size_t i = 0; i < size; ++i) {
      collected.push(pattern(0, i));
      expected.set(i, pattern(0, i));
    }
    collected.end_row();
    EXPECT_EQ(collected.vector(), expected);
  }
}

TEST(BitRows, NoRowsAreAnEmptyMatrix) {
  EXPECT_EQ(BitRows().matrix().rows(), 0);
}

}  // namespace
}  // namespace bitbasin::bit_rows_test
