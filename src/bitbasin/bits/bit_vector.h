// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/aligned_array.h"

namespace bitbasin {

inline constexpr std::size_t kWordBits = 64;
inline constexpr std::size_t kLineWords = kAlignment / sizeof(std::uint64_t);

// Words that hold `bits` bits, padded to whole cache lines.
constexpr std::size_t padded_words(std::size_t bits) {
  return (bits + kWordBits * kLineWords - 1) / (kWordBits * kLineWords) * kLineWords;
}

// The mask of the used bits in the word that holds bit `bits - 1`.
constexpr std::uint64_t last_word_mask(std::size_t bits) {
  return bits % kWordBits == 0 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits % kWordBits) - 1;
}

// A vector of +-1 values, one bit each: bit 1 is +1, bit 0 is -1. Bit i is bit i % 64 of word i / 64.
// The words are padded to whole cache lines and the padding is zero: every kernel relies on both.
class BitVector {
 public:
  BitVector() = default;
  explicit BitVector(std::size_t size) : size_(size), words_(padded_words(size)) {}

  std::size_t size() const { return size_; }
  bool operator[](std::size_t i) const { return words_[i / kWordBits] >> i % kWordBits & 1; }
  int sign(std::size_t i) const { return (*this)[i] ? 1 : -1; }
  void set(std::size_t i, bool bit) {
    const std::uint64_t mask = std::uint64_t{1} << i % kWordBits;
    words_[i / kWordBits] = bit ? words_[i / kWordBits] | mask : words_[i / kWordBits] & ~mask;
  }
  void flip(std::size_t i) { words_[i / kWordBits] ^= std::uint64_t{1} << i % kWordBits; }

  std::span<std::uint64_t> words() { return words_; }
  std::span<const std::uint64_t> words() const { return words_; }

  // Restores the zero padding after whole words were written.
  void clear_padding();

  bool operator==(const BitVector& other) const;

 private:
  std::size_t size_ = 0;
  AlignedArray<std::uint64_t> words_;
};

// The bits from `begin` to `end`.
BitVector slice(const BitVector& bits, std::size_t begin, std::size_t end);

// Zeroes the padding after the first `bits` bits of a row.
void clear_padding(std::span<std::uint64_t> row, std::size_t bits);

// Complements the first `bits` bits of a padded row: the row times -1.
void negate(std::span<std::uint64_t> row, std::size_t bits);

// ORs the first `count` bits of `from` into `to`, from bit `at` on.
void or_bits(std::span<const std::uint64_t> from, std::size_t count, std::size_t at,
             std::span<std::uint64_t> to);

}  // namespace bitbasin
