// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/sign_matrix.h"

namespace bitbasin {

// The product of a +-1 matrix with a vector of integers, exact whatever the order, the number of threads
// and the SIMD level.
//
// Four columns of one row have 16 possible sums: they are tabulated once per product, and a byte shuffle
// then looks up the sums of a whole vector of rows at once. A sum fits 13 bits (4 kMaxEntry = 8188), kept as
// a low part of 7 bits and a high part of 6, so that sums of two and of four stay within a byte.

// Entries are integers in [-kMaxEntry, kMaxEntry].
inline constexpr int kMaxEntry = 2047;

// The largest number of columns: the sums are int32.
inline constexpr std::size_t kMaxProductCols = (std::size_t{1} << 31) / (kMaxEntry + 1) - 1;

// Scratch memory of a product, kept between products.
class SignProductTables {
 public:
  void resize(std::size_t tile_cols) {
    if (tables_.size() != tile_cols * kTableBytes)
      tables_ = AlignedArray<std::uint8_t>(tile_cols * kTableBytes);
  }
  std::uint8_t* data() { return tables_.data(); }
  static constexpr std::size_t kTableBytes = 64;  // two groups of four columns, 16 low and 16 high parts each

 private:
  AlignedArray<std::uint8_t> tables_;
};

// out[r] = sum_c x[r][c] q[c]. q has x.cols() entries, out x.rows().
void multiply(const SignMatrix& x, std::span<const std::int16_t> q, std::span<std::int32_t> out,
              SignProductTables& tables, int threads = 1);

// The same for several vectors, one after the other in q and in out, with one table each: the matrix passes
// through the cache once for all of them.
void multiply(const SignMatrix& x, std::span<const std::int16_t> q, std::span<std::int32_t> out,
              std::span<SignProductTables> tables, int threads = 1);

// Rounds v to q = round(v / scale) with scale = max|v| / kMaxEntry, and returns scale. Each entry is off by
// at most scale / 2, so a product of n entries is off by scale sqrt(n / 12) in the mean square, 1.4e-4
// sqrt(n) max|v|, and by n scale / 2 at the very most.
double quantize(std::span<const double> v, std::span<std::int16_t> q);

}  // namespace bitbasin
