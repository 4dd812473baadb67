// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/bit_vector.h"

#include <algorithm>

namespace bitbasin {

BitVector slice(const BitVector& bits, std::size_t begin, std::size_t end) {
  BitVector part(end - begin);
  const std::span<const std::uint64_t> words = bits.words();
  for (std::size_t i = begin; i < end; i += kWordBits) {
    const std::size_t word = i / kWordBits, shift = i % kWordBits;
    std::uint64_t taken = words[word] >> shift;
    if (shift != 0 && word + 1 < words.size()) taken |= words[word + 1] << (kWordBits - shift);
    part.words()[(i - begin) / kWordBits] = taken;
  }
  part.clear_padding();
  return part;
}

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

void or_bits(std::span<const std::uint64_t> from, std::size_t count, std::size_t at,
             std::span<std::uint64_t> to) {
  const std::size_t shift = at % kWordBits;
  std::uint64_t* out = to.data() + at / kWordBits;
  for (std::size_t left = count, w = 0; left > 0; ++w) {
    const std::size_t bits = std::min(left, kWordBits);
    const std::uint64_t word = from[w] & last_word_mask(bits);
    out[w] |= word << shift;
    if (shift + bits > kWordBits) out[w + 1] |= word >> (kWordBits - shift);
    left -= bits;
  }
}

void BitVector::clear_padding() {
  bitbasin::clear_padding(words(), size_);
}

bool BitVector::operator==(const BitVector& other) const {
  return size_ == other.size_ && std::ranges::equal(words(), other.words());
}

}  // namespace bitbasin
