// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// Collects bits one by one into rows while their number is unknown or untrusted, so that memory grows with
// the input and not with the sizes it claims.
class BitRows {
 public:
  void push(bool bit) {
    word_ |= std::uint64_t{bit} << count_ % kWordBits;
    if (++count_ % kWordBits == 0) flush();
  }

  // Bits in the row that is being filled.
  std::size_t count() const { return count_; }

  // All rows are as long as the first.
  void end_row() {
    assert(rows_ == 0 || count_ == cols_);
    if (count_ % kWordBits != 0) flush();
    cols_ = count_;
    count_ = 0;
    ++rows_;
  }

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }

  // The finished rows as a matrix, or the only row as a vector.
  BitMatrix matrix() const;
  BitVector vector() const;

 private:
  void flush() {
    words_.push_back(word_);
    word_ = 0;
  }

  std::vector<std::uint64_t> words_;  // whole words per row, not the whole cache lines of a BitMatrix
  std::uint64_t word_ = 0;
  std::size_t count_ = 0;
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
};

}  // namespace bitbasin
