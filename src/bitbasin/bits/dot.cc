// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/dot.h"

#include <algorithm>
#include <cassert>

#include "bitbasin/base/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/bits/dot.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/popcount-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

std::uint64_t hamming_one(const std::uint64_t* a, const std::uint64_t* b, std::size_t words) {
  return hamming_row(a, b, words);
}

// Row after row, in memory order. Several rows at a time save loads of w but read several streams: 8 percent
// faster in cache, 40 percent slower from memory.
void dots_range(const BitMatrix& rows, const BitVector& w, std::size_t begin, std::size_t end,
                std::int32_t* out) {
  const auto n = static_cast<std::int64_t>(rows.cols());
  for (std::size_t r = begin; r < end; ++r) {
    const std::uint64_t differ = hamming_row(rows.row(r).data(), w.words().data(), rows.stride());
    out[r] = static_cast<std::int32_t>(n - 2 * static_cast<std::int64_t>(differ));
  }
}

// A kA x kB tile of row pairs: kA + kB loads serve kA kB counts.
template <std::size_t kA, std::size_t kB>
HWY_INLINE void dots_tile(const BitMatrix& a, std::size_t i, const BitMatrix& b, std::size_t j,
                          std::int32_t* out) {
  const std::size_t words = a.stride();
  const auto n = static_cast<std::int64_t>(a.cols());
  BitCounter counters[kA][kB];
  for (std::size_t begin = 0; begin < words;) {
    const std::size_t lines = std::min((words - begin) / kLineWords, BitCounter::kFlushLines);
    const std::size_t end = begin + lines * kLineWords;
    for (std::size_t k = begin; k < end; k += BitCounter::kWords) {
      typename BitCounter::Vec right[kB];
      for (std::size_t q = 0; q < kB; ++q) right[q] = BitCounter::load(b.row(j + q).data() + k);
      for (std::size_t p = 0; p < kA; ++p) {
        const auto left = BitCounter::load(a.row(i + p).data() + k);
        for (std::size_t q = 0; q < kB; ++q) counters[p][q].add(BitCounter::differ(left, right[q]));
      }
    }
    for (auto& line : counters) {
      for (BitCounter& counter : line) counter.flush();
    }
    begin = end;
  }
  for (std::size_t p = 0; p < kA; ++p) {
    for (std::size_t q = 0; q < kB; ++q) {
      out[(i + p) * b.rows() + j + q] =
          static_cast<std::int32_t>(n - 2 * static_cast<std::int64_t>(counters[p][q].total()));
    }
  }
}

// Tiles as large as the register file holds: 32 vectors with AVX-512, 16 elsewhere.
constexpr std::size_t kTile = (HWY_TARGET == HWY_AVX3_DL || HWY_TARGET == HWY_AVX3) ? 4 : 2;

// Rows [begin, end) of a against all of b, a quarter of a typical 1 MiB second-level cache of b at a time.
void dots_matrix_range(const BitMatrix& a, const BitMatrix& b, std::size_t begin, std::size_t end,
                       std::int32_t* out) {
  constexpr std::size_t kCacheWords = (std::size_t{256} << 10) / sizeof(std::uint64_t);
  const std::size_t block =
      std::max(kTile, kCacheWords / std::max<std::size_t>(1, b.stride()) / kTile * kTile);
  for (std::size_t j0 = 0; j0 < b.rows(); j0 += block) {
    const std::size_t j1 = std::min(b.rows(), j0 + block);
    std::size_t i = begin;
    for (; i + kTile <= end; i += kTile) {
      std::size_t j = j0;
      for (; j + kTile <= j1; j += kTile) dots_tile<kTile, kTile>(a, i, b, j, out);
      for (; j < j1; ++j) dots_tile<kTile, 1>(a, i, b, j, out);
    }
    for (; i < end; ++i) {
      for (std::size_t j = j0; j < j1; ++j) dots_tile<1, 1>(a, i, b, j, out);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

// Rows are handed to threads in multiples of this: whole tiles, and no two threads in one line of `out`.
constexpr std::size_t kDotGrain = 16;

HWY_EXPORT(hamming_one);
HWY_EXPORT(dots_range);
HWY_EXPORT(dots_matrix_range);

std::uint64_t hamming(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b) {
  assert(a.size() == b.size() && a.size() % kLineWords == 0);
  return HWY_DYNAMIC_DISPATCH(hamming_one)(a.data(), b.data(), a.size());
}

void dots(const BitMatrix& rows, const BitVector& w, std::span<std::int32_t> out, int threads) {
  assert(rows.cols() == w.size() && out.size() == rows.rows());
  const auto range = HWY_DYNAMIC_DISPATCH(dots_range);
  parallel_ranges(rows.rows(), kDotGrain, threads,
                  [&](std::size_t begin, std::size_t end) { range(rows, w, begin, end, out.data()); });
}

void dots(const BitMatrix& a, const BitMatrix& b, std::span<std::int32_t> out, int threads) {
  assert(a.cols() == b.cols() && out.size() == a.rows() * b.rows());
  const auto range = HWY_DYNAMIC_DISPATCH(dots_matrix_range);
  parallel_ranges(a.rows(), kDotGrain, threads,
                  [&](std::size_t begin, std::size_t end) { range(a, b, begin, end, out.data()); });
}

}  // namespace bitbasin
#endif  // HWY_ONCE
