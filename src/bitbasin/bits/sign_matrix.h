// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// A +-1 matrix laid out for its product with a vector of numbers (sign_product.h). A tile is one cache
// line: 64 rows by 8 columns, one byte per row, bit j for column j. The tiles of 64 rows follow each other,
// so a product reads memory front to back. Takes 1/8 byte an entry, rows padded to 64 and columns to 8.
class SignMatrix {
 public:
  static constexpr std::size_t kTileRows = 64;
  static constexpr std::size_t kTileCols = 8;

  SignMatrix() = default;
  SignMatrix(std::size_t rows, std::size_t cols)
      : rows_(rows),
        cols_(cols),
        tile_rows_((rows + kTileRows - 1) / kTileRows),
        tile_cols_((cols + kTileCols - 1) / kTileCols),
        tiles_(tile_rows_ * tile_cols_ * kTileRows) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t tile_rows() const { return tile_rows_; }
  std::size_t tile_cols() const { return tile_cols_; }
  std::size_t bytes() const { return tiles_.size(); }

  // The tiles of rows 64 r .. 64 r + 63, 64 bytes each.
  std::uint8_t* tile_row(std::size_t r) { return tiles_.data() + r * tile_cols_ * kTileRows; }
  const std::uint8_t* tile_row(std::size_t r) const { return tiles_.data() + r * tile_cols_ * kTileRows; }

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t tile_rows_ = 0;
  std::size_t tile_cols_ = 0;
  AlignedArray<std::uint8_t> tiles_;
};

// The same matrix, and its transpose, in tiles.
SignMatrix to_tiles(const BitMatrix& x, int threads = 1);
SignMatrix to_transposed_tiles(const BitMatrix& x, int threads = 1);

}  // namespace bitbasin
