// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/tile_errors.h"

#include <gtest/gtest.h>

#include <array>
#include <utility>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::tile_errors_test {
namespace {

std::size_t simple_errors(const BitMatrix& x, const BitVector& w, int least, int most) {
  std::size_t errors = 0;
  for (std::size_t r = 0; r < x.rows(); ++r) {
    int sum = 0;
    for (std::size_t c = 0; c < x.cols(); ++c) sum += x.sign(r, c) * w.sign(c);
    errors += sum < least || sum > most;
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
        for (const auto& [least, most] : {std::pair(1, 5000), {-7, 5000}, {-9, 9}, {0, 2}, {-5000, -1}}) {
          if (least > static_cast<int>(cols)) continue;
          ASSERT_EQ(tile_errors(tiles, 0, tiles.tile_rows(), w, least, most),
                    simple_errors(x, w, least, most))
              << rows << " x " << cols << ", sums from " << least << " to " << most;
        }
      });
    }
  }
}

TEST(TileErrors, SumsAgreeWithTheSimpleLoop) {
  const BitMatrix x = random_bit_matrix(130, 99, 1);
  const BitVector w = random_bit_vector(99, 2);
  const SignMatrix tiles = to_tiles(x);
  for_every_simd_level([&](std::string_view) {
    for (std::size_t t = 0; t < tiles.tile_rows(); ++t) {
      std::array<std::int32_t, SignMatrix::kTileRows> sums;
      tile_sums(tiles, t, w, sums);
      for (std::size_t r = 0; r < 64 && t * 64 + r < 130; ++r) {
        int sum = 0;
        for (std::size_t c = 0; c < 99; ++c) sum += x.sign(t * 64 + r, c) * w.sign(c);
        EXPECT_EQ(sums[r], sum);
      }
    }
  });
}

TEST(TileErrors, ATieIsAnError) {
  BitMatrix x(1, 2);
  x.set(0, 0, true);
  BitVector w(2);
  EXPECT_EQ(tile_errors(to_tiles(x), 0, 1, w, 1, 2), 1u);
  w.set(0, true);
  EXPECT_EQ(tile_errors(to_tiles(x), 0, 1, w, 1, 2), 0u);
}

}  // namespace
}  // namespace bitbasin::tile_errors_test
