// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// A matrix of +-1 values, row by row, each row laid out like a BitVector: whole cache lines, zero padding.
class BitMatrix {
 public:
  BitMatrix() = default;
  BitMatrix(std::size_t rows, std::size_t cols)
      : rows_(rows), cols_(cols), stride_(padded_words(cols)), words_(rows * stride_) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t stride() const { return stride_; }  // words from one row to the next

  std::span<std::uint64_t> row(std::size_t r) { return {words_.data() + r * stride_, stride_}; }
  std::span<const std::uint64_t> row(std::size_t r) const { return {words_.data() + r * stride_, stride_}; }
  bool get(std::size_t r, std::size_t c) const { return row(r)[c / kWordBits] >> c % kWordBits & 1; }
  int sign(std::size_t r, std::size_t c) const { return get(r, c) ? 1 : -1; }
  void set(std::size_t r, std::size_t c, bool bit) {
    std::uint64_t& word = row(r)[c / kWordBits];
    const std::uint64_t mask = std::uint64_t{1} << c % kWordBits;
    word = bit ? word | mask : word & ~mask;
  }

  std::span<std::uint64_t> words() { return words_; }
  std::span<const std::uint64_t> words() const { return words_; }

  bool operator==(const BitMatrix& other) const;

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t stride_ = 0;
  AlignedArray<std::uint64_t> words_;
};

}  // namespace bitbasin
