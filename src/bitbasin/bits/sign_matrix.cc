// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/sign_matrix.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "bitbasin/base/parallel.h"
#include "bitbasin/bits/bit_tile.h"

namespace bitbasin {
namespace {

// Word `word` of rows first .. first + 7; rows past the end read as zero.
std::array<std::uint64_t, 8> eight_words(const BitMatrix& x, std::size_t first, std::size_t word) {
  std::array<std::uint64_t, 8> w{};
  const std::size_t count = std::min<std::size_t>(8, x.rows() - first);
  for (std::size_t i = 0; i < count; ++i) w[i] = x.row(first + i)[word];
  return w;
}

}  // namespace

SignMatrix to_tiles(const BitMatrix& x, int threads) {
  SignMatrix tiles(x.rows(), x.cols());
  parallel_ranges(tiles.tile_rows(), 1, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t row = begin * SignMatrix::kTileRows;
         row < std::min(end * SignMatrix::kTileRows, x.rows()); row += 8) {
      std::uint8_t* out = tiles.tile_row(row / SignMatrix::kTileRows) + row % SignMatrix::kTileRows;
      for (std::size_t byte = 0; byte < tiles.tile_cols(); byte += 8) {
        auto w = eight_words(x, row, byte / 8);
        transpose_bytes(w);
        const std::size_t count = std::min<std::size_t>(8, tiles.tile_cols() - byte);
        for (std::size_t b = 0; b < count; ++b)
          std::memcpy(out + (byte + b) * SignMatrix::kTileRows, &w[b], 8);
      }
    }
  });
  return tiles;
}

SignMatrix to_transposed_tiles(const BitMatrix& x, int threads) {
  SignMatrix tiles(x.cols(), x.rows());
  parallel_ranges(tiles.tile_rows(), 1, threads, [&](std::size_t begin, std::size_t end) {
    // Eight rows of x are one byte of each of its 64 columns in a word: exactly one tile. A few words at a
    // time keep the lines of x that were read in cache.
    for (std::size_t first = begin; first < end; first += kLineWords) {
      const std::size_t last = std::min(end, first + kLineWords);
      for (std::size_t byte = 0; byte < tiles.tile_cols(); ++byte) {
        for (std::size_t word = first; word < last; ++word) {
          auto w = eight_words(x, byte * 8, word);
          transpose_bytes(w);
          for (std::uint64_t& v : w) v = transpose_bits(v);
          std::memcpy(tiles.tile_row(word) + byte * SignMatrix::kTileRows, w.data(), sizeof w);
        }
      }
    }
  });
  return tiles;
}

}  // namespace bitbasin
