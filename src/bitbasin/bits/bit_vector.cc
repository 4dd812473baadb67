// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/bit_vector.h"

#include <algorithm>

namespace bitbasin {

void clear_padding(std::span<std::uint64_t> row, std::size_t bits) {
  const std::size_t used = (bits + kWordBits - 1) / kWordBits;
  if (used > 0) row[used - 1] &= last_word_mask(bits);
  std::fill(row.begin() + static_cast<std::ptrdiff_t>(used), row.end(), 0);
}

void negate(std::span<std::uint64_t> row, std::size_t bits) {
  const std::size_t used = (bits + kWordBits - 1) / kWordBits;
  for (std::size_t w = 0; w < used; ++w) row[w] = ~row[w];
  if (used > 0) row[used - 1] &= last_word_mask(bits);
}

void BitVector::clear_padding() {
  bitbasin::clear_padding(words(), size_);
}

bool BitVector::operator==(const BitVector& other) const {
  return size_ == other.size_ && std::ranges::equal(words(), other.words());
}

}  // namespace bitbasin
