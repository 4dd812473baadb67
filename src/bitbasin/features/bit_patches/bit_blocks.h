// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/aligned_array.h"

namespace bitbasin {

// The places of a filter of size x size pixels in an image, in blocks of at most 8 x 8 that lie in one cell
// of a grid. A block is a word: byte i, bit j is its place (i, j). The first blocks are one of each cell, in
// the order of the cells; what is left of cells with more than 8 x 8 places follows.
class BitBlocks {
 public:
  static constexpr std::size_t kSide = 8;
  static constexpr std::size_t kLine = 16;  // words: two of the widest vectors
  struct Block {
    std::size_t top;
    std::size_t column;  // its left edge is lefts()[column]
    std::size_t cell;
  };

  BitBlocks(std::size_t rows, std::size_t columns, std::size_t size, std::size_t cells);

  std::size_t cells() const { return cells_; }  // in all
  std::size_t count() const { return blocks_.size(); }
  std::size_t words() const { return valid_.size(); }  // of a row of blocks: padded to kLine
  const Block& block(std::size_t b) const { return blocks_[b]; }
  const std::vector<std::size_t>& lefts() const { return lefts_; }  // from left to right
  // The bits of each block that are places; none in the padding.
  const std::uint64_t* valid() const { return valid_.data(); }

  // Given rows of words() bits, one bit for each block, adds to the first block of each cell what the others
  // have.
  void join(std::span<std::uint64_t> rows) const;

  // Reads an image as a string of bits, pixel by pixel, that is followed by eight bytes.
  class Reader {
   public:
    explicit Reader(const BitBlocks& blocks);
    // What each pixel of a filter sees: word b of row t is the pixel under tap t at every place of block b.
    const std::uint64_t* see(const std::uint64_t* image);

   private:
    const BitBlocks& blocks_;
    // Of each left edge, from every row of the image: the first eight pixels, and the next eight.
    AlignedArray<std::uint8_t> first_;
    AlignedArray<std::uint8_t> next_;
    AlignedArray<std::uint64_t> next_words_;
    AlignedArray<std::uint64_t> seen_;
  };

 private:
  std::size_t height() const { return rows_ + kSide; }  // of the bytes of a left edge in a Reader

  std::size_t rows_;
  std::size_t image_columns_;
  std::size_t size_;
  std::size_t cells_;
  std::vector<std::size_t> lefts_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> corners_;  // of each block among the bytes of a Reader
  AlignedArray<std::uint64_t> valid_;
};

}  // namespace bitbasin
