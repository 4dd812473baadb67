// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// Products of +-1 vectors held as bits: a . b = n - 2 popcount(a XOR b). All results are exact.

// The number of positions at which two padded rows of equal length differ.
std::uint64_t hamming(std::span<const std::uint64_t> a, std::span<const std::uint64_t> b);

inline std::int64_t dot(const BitVector& a, const BitVector& b) {
  return static_cast<std::int64_t>(a.size()) - 2 * static_cast<std::int64_t>(hamming(a.words(), b.words()));
}

// out[r] = row r of `rows` . w
void dots(const BitMatrix& rows, const BitVector& w, std::span<std::int32_t> out, int threads = 1);

// out[i * b.rows() + j] = row i of a . row j of b, blocked for the caches.
void dots(const BitMatrix& a, const BitMatrix& b, std::span<std::int32_t> out, int threads = 1);

}  // namespace bitbasin
