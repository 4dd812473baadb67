// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/transpose.h"

#include <algorithm>

#include "bitbasin/base/parallel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/bits/transpose.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Transposes 64 x 64 bit tiles, one in each lane of 64 vectors: at each scale the off-diagonal halves of
// pairs of rows are exchanged.
template <int kShift, class D>
HWY_INLINE void exchange(D d, std::uint64_t* tile, std::uint64_t mask_bits) {
  constexpr std::size_t kLanes = kLineWords;
  const auto mask = hn::Set(d, mask_bits);
  for (std::size_t i = 0; i < 64; i = (i + kShift + 1) & ~std::size_t{kShift}) {
    for (std::size_t lane = 0; lane < kLanes; lane += hn::Lanes(d)) {
      std::uint64_t* low = tile + i * kLanes + lane;
      std::uint64_t* high = low + kShift * kLanes;
      const auto a = hn::Load(d, low), b = hn::Load(d, high);
      const auto differ = hn::And(hn::Xor(hn::ShiftRight<kShift>(a), b), mask);
      hn::Store(hn::Xor(a, hn::ShiftLeft<kShift>(differ)), d, low);
      hn::Store(hn::Xor(b, differ), d, high);
    }
  }
}

// Columns [64 first, 64 last) of x become rows of `out`, a cache line of columns at a time.
void transpose_columns(const BitMatrix& x, std::size_t first, std::size_t last, BitMatrix& out) {
  constexpr hn::ScalableTag<std::uint64_t> d;
  alignas(64) std::uint64_t tile[64 * kLineWords];
  for (std::size_t word = first; word < last; word += kLineWords) {
    for (std::size_t row = 0; row < x.rows(); row += 64) {
      const std::size_t rows = std::min<std::size_t>(64, x.rows() - row);
      for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(&x.row(row + i)[word], kLineWords, tile + i * kLineWords);
      std::fill(tile + rows * kLineWords, tile + 64 * kLineWords, 0);
      exchange<32>(d, tile, 0x00000000FFFFFFFF);
      exchange<16>(d, tile, 0x0000FFFF0000FFFF);
      exchange<8>(d, tile, 0x00FF00FF00FF00FF);
      exchange<4>(d, tile, 0x0F0F0F0F0F0F0F0F);
      exchange<2>(d, tile, 0x3333333333333333);
      exchange<1>(d, tile, 0x5555555555555555);
      for (std::size_t lane = 0; lane < kLineWords; ++lane) {
        const std::size_t column = (word + lane) * 64;
        for (std::size_t i = 0; i < 64 && column + i < x.cols(); ++i) {
          out.row(column + i)[row / 64] = tile[i * kLineWords + lane];
        }
      }
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(transpose_columns);

BitMatrix transpose(const BitMatrix& x, int threads) {
  BitMatrix out(x.cols(), x.rows());
  const auto columns = HWY_DYNAMIC_DISPATCH(transpose_columns);
  parallel_ranges(x.stride(), kLineWords, threads,
                  [&](std::size_t begin, std::size_t end) { columns(x, begin, end, out); });
  return out;
}

}  // namespace bitbasin
#endif  // HWY_ONCE
