// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/sign_product.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "bitbasin/base/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/bits/sign_product.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/sign_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Adds to sums[r] the tabulated sums of tile columns [begin, end) for rows 64 * tile_row + r. Plain version.
void add_tile_row(const SignMatrix& x, std::size_t tile_row, std::size_t begin, std::size_t end,
                  const std::uint8_t* tables, std::int32_t* sums) {
  const std::uint8_t* tile = x.tile_row(tile_row) + begin * SignMatrix::kTileRows;
  for (std::size_t c = begin; c < end; ++c, tile += SignMatrix::kTileRows) {
    const std::uint8_t* t = tables + c * SignProductTables::kTableBytes;
    for (std::size_t r = 0; r < SignMatrix::kTileRows; ++r) {
      const unsigned i0 = tile[r] & 15u, i1 = tile[r] >> 4u;
      sums[r] += t[i0] + t[32 + i1] + 128 * (t[16 + i0] + t[48 + i1]);
    }
  }
}

#if HWY_TARGET != HWY_SCALAR

using D32 = hn::ScalableTag<std::uint32_t>;

// The sums of low and high parts in the first, and in the second, of each two 16-bit lanes.
HWY_INLINE hn::Vec<D32> first_sums(hn::Vec<SignSums::D16> low, hn::Vec<SignSums::D16> high) {
  const auto mask = hn::Set(D32(), 0xFFFF);
  return hn::Add(hn::And(hn::BitCast(D32(), low), mask),
                 hn::ShiftLeft<7>(hn::And(hn::BitCast(D32(), high), mask)));
}
HWY_INLINE hn::Vec<D32> second_sums(hn::Vec<SignSums::D16> low, hn::Vec<SignSums::D16> high) {
  return hn::Add(hn::ShiftRight<16>(hn::BitCast(D32(), low)),
                 hn::ShiftLeft<7>(hn::ShiftRight<16>(hn::BitCast(D32(), high))));
}

// The 16-bit sums of one vector of rows, added to their 32-bit sums. In registers: through an array of 16-bit
// sums this took a tenth of a product (AVX2).
HWY_INLINE void spill(const SignSums& s, std::int32_t* HWY_RESTRICT sums) {
  constexpr std::size_t kRows = hn::MaxLanes(SignSums::D8());
  const auto low = s.low.even(), high = s.high.even();
  alignas(64) std::uint32_t rows[kRows];
  hn::StoreInterleaved4(first_sums(low, high), first_sums(s.low.odd, s.high.odd), second_sums(low, high),
                        second_sums(s.low.odd, s.high.odd), D32(), rows);
  for (std::size_t r = 0; r < kRows; ++r) sums[r] += static_cast<std::int32_t>(rows[r]);
}

// kVectors vectors of rows share the loads of the tables. `rows[v]` points at their bytes in the first tile.
template <std::size_t kVectors>
HWY_INLINE void add_chunk(const std::uint8_t* const (&rows)[kVectors], std::size_t columns,
                          const std::uint8_t* HWY_RESTRICT tables, std::int32_t* const (&sums)[kVectors]) {
  constexpr SignSums::D8 d8;
  constexpr std::size_t kTile = SignMatrix::kTileRows;
  constexpr std::size_t kTable = SignProductTables::kTableBytes;
  SignSums s[kVectors];  // unrolled: otherwise every sum is stored twice, which takes a tenth longer (AVX2)
  std::size_t c = 0;
  for (; c + 2 <= columns; c += 2) {
    const SignSums::Tables a(tables + c * kTable), b(tables + (c + 1) * kTable);
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < kVectors; ++v) {
      s[v].add(hn::Load(d8, rows[v] + c * kTile), a, hn::Load(d8, rows[v] + (c + 1) * kTile), b);
    }
  }
  if (c < columns) {
    const SignSums::Tables a(tables + c * kTable);
    HWY_UNROLL(4)
    for (std::size_t v = 0; v < kVectors; ++v) s[v].add(hn::Load(d8, rows[v] + c * kTile), a);
  }
  HWY_UNROLL(4)
  for (std::size_t v = 0; v < kVectors; ++v) spill(s[v], sums[v]);
}

#endif  // HWY_SCALAR

// Products of the rows of tile rows [begin, end); `offset` is sum |q|.
void multiply_range(const SignMatrix& x, std::size_t begin, std::size_t end, const std::uint8_t* tables,
                    std::int32_t offset, std::int32_t* out) {
  constexpr std::size_t kTile = SignMatrix::kTileRows;
#if HWY_TARGET == HWY_SCALAR
  alignas(64) std::int32_t sums[kTile];
  for (std::size_t t = begin; t < end; ++t) {
    std::fill_n(sums, kTile, 0);
    add_tile_row(x, t, 0, x.tile_cols(), tables, sums);
    const std::size_t first = t * kTile, count = std::min(kTile, x.rows() - first);
    for (std::size_t r = 0; r < count; ++r) out[first + r] = 2 * sums[r] - offset;
  }
#else
  // Vectors that work side by side, so that one load of a table serves them all: a whole tile with SSE and
  // NEON, two tile rows with AVX2, four with AVX-512. Four beat two by 8 (AVX-512) and 5 percent (AVX2).
  constexpr std::size_t kLanes = hn::MaxLanes(SignSums::D8());
  constexpr std::size_t kVectors = 4;
  constexpr std::size_t kTileRowsAtOnce = kVectors * kLanes > kTile ? kVectors * kLanes / kTile : 1;
  alignas(64) std::int32_t sums[kTileRowsAtOnce * kTile];
  for (std::size_t t = begin; t < end; t += kTileRowsAtOnce) {
    std::fill(std::begin(sums), std::end(sums), 0);
    // If the last tile row is missing, another one is computed twice, into sums that are not used.
    for (std::size_t chunk = 0; chunk < x.tile_cols(); chunk += kChunk) {
      const std::size_t columns = std::min(kChunk, x.tile_cols() - chunk);
      for (std::size_t r = 0; r < kTileRowsAtOnce * kTile; r += kVectors * kLanes) {
        const std::uint8_t* rows[kVectors];
        std::int32_t* to[kVectors];
        for (std::size_t v = 0; v < kVectors; ++v) {
          const std::size_t row = r + v * kLanes;
          const std::size_t tile_row = std::min(t + row / kTile, end - 1);
          rows[v] = x.tile_row(tile_row) + chunk * kTile + row % kTile;
          to[v] = sums + row;
        }
        add_chunk<kVectors>(rows, columns, tables + chunk * SignProductTables::kTableBytes, to);
      }
    }
    const std::size_t first = t * kTile;
    const std::size_t count = std::min(kTileRowsAtOnce * kTile, std::min(end * kTile, x.rows()) - first);
    for (std::size_t r = 0; r < count; ++r) out[first + r] = 2 * sums[r] - offset;
  }
#endif
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {
namespace {

// For four columns, the sum of the entries whose bit is set, shifted by the negative ones to be >= 0:
// with x = 2 bit - 1, sum x q = 2 (shifted sum) - sum |q|. Sixteen sums at a time: the compiler vectorises
// it.
void tabulate(const std::int16_t* q, std::uint8_t* low, std::uint8_t* high) {
  static constexpr auto kSelect = [] {
    std::array<std::array<std::int16_t, 16>, 4> mask{};
    for (unsigned bit = 0; bit < 4; ++bit) {
      for (unsigned i = 0; i < 16; ++i) mask[bit][i] = i >> bit & 1 ? -1 : 0;
    }
    return mask;
  }();
  int shift = 0;
  for (int bit = 0; bit < 4; ++bit) shift += std::max(0, -q[bit]);
  for (unsigned i = 0; i < 16; ++i) {
    const auto sum = static_cast<std::uint16_t>(shift + (q[0] & kSelect[0][i]) + (q[1] & kSelect[1][i]) +
                                                (q[2] & kSelect[2][i]) + (q[3] & kSelect[3][i]));
    low[i] = static_cast<std::uint8_t>(sum & 127u);
    high[i] = static_cast<std::uint8_t>(sum >> 7u);
  }
}

// The tables of tile columns [begin, end).
void tabulate_columns(std::span<const std::int16_t> q, std::size_t begin, std::size_t end,
                      std::uint8_t* tables) {
  for (std::size_t c = begin; c < end; ++c) {
    std::uint8_t* table = tables + c * SignProductTables::kTableBytes;
    std::int16_t eight[8] = {};
    std::copy_n(q.data() + c * 8, std::min<std::size_t>(8, q.size() - c * 8), eight);
    tabulate(eight, table, table + 16);
    tabulate(eight + 4, table + 32, table + 48);
  }
}

}  // namespace

HWY_EXPORT(multiply_range);

void multiply(const SignMatrix& x, std::span<const std::int16_t> q, std::span<std::int32_t> out,
              SignProductTables& tables, int threads) {
  multiply(x, q, out, {&tables, 1}, threads);
}

void multiply(const SignMatrix& x, std::span<const std::int16_t> q, std::span<std::int32_t> out,
              std::span<SignProductTables> tables, int threads) {
  const std::size_t vectors = tables.size(), columns = x.cols(), rows = x.rows();
  assert(q.size() == vectors * columns && out.size() == vectors * rows && columns <= kMaxProductCols);
  // Waking a thread pays from about ten microseconds of work: 4096 tiles.
  constexpr std::size_t kTilesPerThread = 4096;
  const std::size_t most = x.tile_rows() * x.tile_cols() / kTilesPerThread + 1;
  threads = static_cast<int>(std::min(most, static_cast<std::size_t>(std::max(1, threads))));
  std::vector<std::int32_t> offsets(vectors);
  for (std::size_t l = 0; l < vectors; ++l) {
    const auto vector = q.subspan(l * columns, columns);
    for (const std::int16_t v : vector) offsets[l] += std::abs(v);
    tables[l].resize(x.tile_cols());
    parallel_ranges(x.tile_cols(), 64, threads, [&](std::size_t begin, std::size_t end) {
      tabulate_columns(vector, begin, end, tables[l].data());
    });
  }
  const auto range = HWY_DYNAMIC_DISPATCH(multiply_range);
  // Tile rows that stay in the L2 cache while every vector passes over them; an even number, because the
  // kernel takes two at a time.
  constexpr std::size_t kBlockTiles = 4096;
  const std::size_t block =
      vectors == 1 ? x.tile_rows() : std::max<std::size_t>(2, kBlockTiles / (x.tile_cols() + 1) / 2 * 2);
  parallel_ranges(x.tile_rows(), 2, threads, [&](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += block) {
      const std::size_t last = std::min(end, first + block);
      for (std::size_t l = 0; l < vectors; ++l) {
        range(x, first, last, tables[l].data(), offsets[l], out.data() + l * rows);
      }
    }
  });
}

double quantize(std::span<const double> v, std::span<std::int16_t> q) {
  assert(v.size() == q.size());
  double largest = 0;
  for (const double a : v) largest = std::max(largest, std::abs(a));
  if (largest == 0) {
    std::ranges::fill(q, std::int16_t{0});
    return 0;
  }
  // Adding 1.5 * 2^52 leaves the value rounded to the nearest integer in the low bits of the sum: exact,
  // and unlike a library call it vectorises.
  constexpr double kRound = 6755399441055744.0;
  const double inverse = kMaxEntry / largest;
  for (std::size_t i = 0; i < v.size(); ++i) {
    q[i] = static_cast<std::int16_t>(std::bit_cast<std::uint64_t>(v[i] * inverse + kRound));
  }
  return largest / kMaxEntry;
}

}  // namespace bitbasin
#endif  // HWY_ONCE
