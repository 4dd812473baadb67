// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// Arbitrary bits for tests of this folder, which may not include rng/.
inline BitVector random_bit_vector(std::size_t size, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  BitVector v(size);
  for (std::uint64_t& word : v.words()) word = engine();
  v.clear_padding();
  return v;
}

inline BitMatrix random_bit_matrix(std::size_t rows, std::size_t cols, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  BitMatrix x(rows, cols);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::uint64_t& word : x.row(r)) word = engine();
    clear_padding(x.row(r), cols);
  }
  return x;
}

}  // namespace bitbasin
