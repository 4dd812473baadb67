// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/tile_errors.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/bits/tile_errors.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/byte_operations-inl.h"
#include "bitbasin/bits/sign_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// differ[r] = bits in which row r of one tile row differs from w, whose bytes are the tile columns.
void tile_differ(const std::uint8_t* tile, const std::uint8_t* w, std::size_t columns,
                 std::uint32_t* differ) {
  constexpr std::size_t kRows = SignMatrix::kTileRows;
  std::fill_n(differ, kRows, 0u);
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t c = 0; c < columns; ++c, tile += kRows) {
    for (std::size_t r = 0; r < kRows; ++r) {
      differ[r] += static_cast<std::uint32_t>(std::popcount(static_cast<unsigned>(tile[r] ^ w[c])));
    }
  }
#else
  using D8 = SignSums::D8;
  constexpr D8 d8;
  constexpr std::size_t kLanes = hn::MaxLanes(d8);
  constexpr std::size_t kFlush = 31;  // byte counts grow by at most 8 per column
  alignas(64) std::uint8_t counts[kLanes];
  for (std::size_t row = 0; row < kRows; row += kLanes) {
    for (std::size_t begin = 0; begin < columns; begin += kFlush) {
      const std::size_t end = std::min(columns, begin + kFlush);
      auto bytes = hn::Zero(d8);
      for (std::size_t c = begin; c < end; ++c) {
        const auto differs = hn::Xor(hn::Load(d8, tile + c * kRows + row), hn::Set(d8, w[c]));
        bytes = hn::Add(bytes, count_bits_of_bytes(differs));
      }
      hn::Store(bytes, d8, counts);
      for (std::size_t r = 0; r < kLanes; ++r) differ[row + r] += counts[r];
    }
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(tile_differ);

std::size_t tile_errors(const SignMatrix& x, std::size_t begin, std::size_t end, const BitVector& w,
                        std::int64_t least, std::int64_t most) {
  static_assert(std::endian::native == std::endian::little, "bytes of words are tile columns");
  assert(w.size() == x.cols());
  const auto kernel = HWY_DYNAMIC_DISPATCH(tile_differ);
  const auto* bytes = reinterpret_cast<const std::uint8_t*>(w.words().data());
  // x . w = n - 2 differ, so `differ` must lie from (n - most) / 2 to (n - least) / 2, both rounded inwards.
  const auto n = static_cast<std::int64_t>(x.cols());
  const std::int64_t fewest = most >= n ? 0 : (n - most + 1) / 2;
  const auto first = static_cast<std::uint32_t>(fewest);
  const auto span = static_cast<std::uint32_t>((n - std::max(least, -n)) / 2 - fewest);
  assert(least <= n && least <= most);
  std::size_t errors = 0;
  for (std::size_t t = begin; t < end; ++t) {
    alignas(64) std::uint32_t differ[SignMatrix::kTileRows];
    kernel(x.tile_row(t), bytes, x.tile_cols(), differ);
    const std::size_t count = std::min(SignMatrix::kTileRows, x.rows() - t * SignMatrix::kTileRows);
    for (std::size_t r = 0; r < count; ++r) errors += differ[r] - first > span;
  }
  return errors;
}

void tile_sums(const SignMatrix& x, std::size_t tile_row, const BitVector& w,
               std::span<std::int32_t, SignMatrix::kTileRows> sums) {
  assert(w.size() == x.cols() && tile_row < x.tile_rows());
  alignas(64) std::uint32_t differ[SignMatrix::kTileRows];
  HWY_DYNAMIC_DISPATCH(tile_differ)
  (x.tile_row(tile_row), reinterpret_cast<const std::uint8_t*>(w.words().data()), x.tile_cols(), differ);
  const auto n = static_cast<std::int32_t>(x.cols());
  for (std::size_t r = 0; r < sums.size(); ++r) sums[r] = n - 2 * static_cast<std::int32_t>(differ[r]);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
