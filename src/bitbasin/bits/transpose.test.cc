// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/transpose.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::transpose_test {
namespace {

BitMatrix simple_transpose(const BitMatrix& x) {
  BitMatrix t(x.cols(), x.rows());
  for (std::size_t r = 0; r < x.rows(); ++r) {
    for (std::size_t c = 0; c < x.cols(); ++c) t.set(c, r, x.get(r, c));
  }
  return t;
}

TEST(Transpose, AgreesWithTheSimpleOneForAllTails) {
  for_every_simd_level([](std::string_view) {
    for (const std::size_t rows : {0, 1, 7, 63, 64, 65, 200}) {
      for (const std::size_t cols : {1, 8, 63, 64, 65, 511, 512, 513, 1001}) {
        const BitMatrix x = random_bit_matrix(rows, cols, rows * 1000 + cols);
        ASSERT_EQ(transpose(x), simple_transpose(x)) << rows << " x " << cols;
        ASSERT_EQ(transpose(x, 2), transpose(x, 1)) << rows << " x " << cols;
      }
    }
  });
}

}  // namespace
}  // namespace bitbasin::transpose_test
