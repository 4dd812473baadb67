// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/tile_errors.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::tile_errors_test {
namespace {

std::size_t simple_errors(const BitMatrix& x, const BitVector& w) {
  std::size_t errors = 0;
  for (std::size_t r = 0; r < x.rows(); ++r) {
    int sum = 0;
    for (std::size_t c = 0; c < x.cols(); ++c) sum += x.sign(r, c) * w.sign(c);
    errors += sum <= 0;
  }
  return errors;
}

TEST(TileErrors, AgreeWithTheSimpleLoopForAllTails) {
  for (const std::size_t rows : {1u, 63u, 64u, 65u, 200u}) {
    for (const std::size_t cols : {1u, 2u, 7u, 8u, 9u, 100u, 247u, 248u, 249u, 1000u, 1001u}) {
      const BitMatrix x = random_bit_matrix(rows, cols, rows + cols);
      const BitVector w = random_bit_vector(cols, cols);
      const SignMatrix tiles = to_tiles(x);
      for_every_simd_level([&](std::string_view) {
        ASSERT_EQ(tile_errors(tiles, 0, tiles.tile_rows(), w), simple_errors(x, w)) << rows << " x " << cols;
      });
    }
  }
}

TEST(TileErrors, ATieIsAnError) {
  BitMatrix x(1, 2);
  x.set(0, 0, true);
  BitVector w(2);
  EXPECT_EQ(tile_errors(to_tiles(x), 0, 1, w), 1u);
  w.set(0, true);
  EXPECT_EQ(tile_errors(to_tiles(x), 0, 1, w), 0u);
}

}  // namespace
}  // namespace bitbasin::tile_errors_test
