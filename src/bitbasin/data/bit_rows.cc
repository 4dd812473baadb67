// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/data/bit_rows.h"

#include <algorithm>

namespace bitbasin {

BitMatrix BitRows::matrix() const {
  assert(count_ == 0);
  BitMatrix bits(rows_, cols_);
  const std::size_t row_words = (cols_ + kWordBits - 1) / kWordBits;
  for (std::size_t r = 0; r < rows_; ++r) {
    std::copy_n(words_.data() + r * row_words, row_words, bits.row(r).data());
  }
  return bits;
}

BitVector BitRows::vector() const {
  assert(count_ == 0 && rows_ == 1);
  BitVector bits(cols_);
  std::copy_n(words_.data(), words_.size(), bits.words().data());
  return bits;
}

}  // namespace bitbasin
