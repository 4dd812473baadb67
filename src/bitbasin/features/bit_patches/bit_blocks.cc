// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_blocks.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/bit_patches/bit_blocks.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/features/images/cell_grid.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// From words with the pixels 0 ... 7 and 8 ... 15 of eight rows each to those with the pixels 1 ... 8, 2 ...
// 9 and so on, a row of words each.
void shift_columns(const std::uint64_t* HWY_RESTRICT next, std::size_t words, std::size_t shifts,
                   std::uint64_t* HWY_RESTRICT rows) {
  const hn::CappedTag<std::uint64_t, 8> d;
  constexpr std::uint64_t kBytes = 0x0101010101010101;
  for (std::size_t x = 1; x < shifts; ++x) {
    const std::uint64_t kept = kBytes * (0xff >> x);  // in each byte
    const auto mask = hn::Set(d, kept);
    for (std::size_t w = 0; w < words; w += hn::Lanes(d)) {
      const auto first = hn::ShiftRightSame(hn::Load(d, rows + w), static_cast<int>(x));
      const auto second = hn::ShiftLeftSame(hn::Load(d, next + w), static_cast<int>(8 - x));
      hn::Store(hn::Or(hn::And(mask, first), hn::AndNot(mask, second)), d, rows + x * words + w);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {
namespace {

// A stretch of places of one cell.
struct Piece {
  std::size_t begin;
  std::size_t size;
  std::size_t cell;
  bool first;  // of its cell
};

std::vector<Piece> cut(std::size_t places, std::size_t cells) {
  std::vector<Piece> pieces;
  for (std::size_t c = 0; c < cells; ++c) {
    const std::size_t begin = cell_begin(c, cells, places);
    const std::size_t end = cell_begin(c + 1, cells, places);
    for (std::size_t at = begin; at < end; at += BitBlocks::kSide) {
      pieces.push_back({at, std::min(BitBlocks::kSide, end - at), c, at == begin});
    }
  }
  return pieces;
}

// The first `height` bytes with their first `width` bits.
std::uint64_t corner(std::size_t height, std::size_t width) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < height; ++i) bits |= ((std::uint64_t{1} << width) - 1) << BitBlocks::kSide * i;
  return bits;
}

}  // namespace

BitBlocks::BitBlocks(std::size_t rows, std::size_t columns, std::size_t size, std::size_t cells)
    : rows_(rows), image_columns_(columns), size_(size), cells_(cells * cells) {
  assert(size <= kSide && cells <= std::min(rows, columns) - size + 1);
  const std::vector<Piece> down = cut(rows - size + 1, cells);
  const std::vector<Piece> across = cut(columns - size + 1, cells);
  for (const Piece& piece : across) lefts_.push_back(piece.begin);
  std::vector<std::uint64_t> valid;
  for (const bool first : {true, false}) {
    for (const Piece& v : down) {
      for (std::size_t u = 0; u < across.size(); ++u) {
        if ((v.first && across[u].first) != first) continue;
        blocks_.push_back({v.begin, u, v.cell * cells + across[u].cell});
        corners_.push_back(static_cast<std::uint32_t>(u * height() + v.begin));
        valid.push_back(corner(v.size, across[u].size));
      }
    }
  }
  valid_ = AlignedArray<std::uint64_t>((valid.size() + kLine - 1) / kLine * kLine);
  std::ranges::copy(valid, valid_.begin());
}

HWY_EXPORT(shift_columns);

void BitBlocks::join(std::span<std::uint64_t> rows) const {
  for (std::size_t b = cells_; b < count(); ++b) {
    for (std::size_t row = 0; row + words() <= rows.size() * kWordBits; row += words()) {
      const std::size_t from = row + b;
      const std::size_t to = row + blocks_[b].cell;
      rows[to / kWordBits] |= (rows[from / kWordBits] >> from % kWordBits & 1) << to % kWordBits;
    }
  }
}

BitBlocks::Reader::Reader(const BitBlocks& blocks)
    : blocks_(blocks),
      first_(blocks.lefts_.size() * blocks.height()),
      next_(first_.size()),
      next_words_(blocks.words()),
      seen_(blocks.size_ * blocks.size_ * blocks.words()) {}

const std::uint64_t* BitBlocks::Reader::see(const std::uint64_t* image) {
  static_assert(std::endian::native == std::endian::little, "windows start at any byte");
  const auto* HWY_RESTRICT bytes = reinterpret_cast<const std::uint8_t*>(image);
  const std::size_t rows = blocks_.rows_;
  const std::size_t image_columns = blocks_.image_columns_;
  for (std::size_t u = 0; u < blocks_.lefts_.size(); ++u) {
    std::uint8_t* HWY_RESTRICT first = first_.data() + u * blocks_.height();
    std::uint8_t* HWY_RESTRICT next = next_.data() + u * blocks_.height();
    std::size_t bit = blocks_.lefts_[u];
    for (std::size_t r = 0; r < rows; ++r, bit += image_columns) {
      std::uint32_t word;
      std::memcpy(&word, bytes + bit / 8, sizeof word);
      word >>= bit % 8;
      first[r] = static_cast<std::uint8_t>(word);
      next[r] = static_cast<std::uint8_t>(word >> 8);
    }
  }
  const auto shift = HWY_DYNAMIC_DISPATCH(shift_columns);
  const std::uint32_t* corners = blocks_.corners_.data();
  const std::size_t count = blocks_.count();
  for (std::size_t y = 0; y < blocks_.size_; ++y) {
    std::uint64_t* HWY_RESTRICT seen = seen_.data() + y * blocks_.size_ * blocks_.words();
    std::uint64_t* HWY_RESTRICT next = next_words_.data();
    for (std::size_t b = 0; b < count; ++b) {
      std::memcpy(seen + b, first_.data() + corners[b] + y, sizeof *seen);
      std::memcpy(next + b, next_.data() + corners[b] + y, sizeof *next);
    }
    shift(next, blocks_.words(), blocks_.size_, seen);
  }
  return seen_.data();
}

}  // namespace bitbasin
#endif  // HWY_ONCE
