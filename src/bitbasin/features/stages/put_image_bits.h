// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// Sets the bits of one image that are set in `bits`, the first `outputs` of them: in each of its `depth` rows
// of `out`, starting at row image * depth and column first_column, which must be zero.
inline void put_image_bits(BitMatrix& out, std::size_t image, std::size_t depth, std::size_t first_column,
                           std::size_t outputs, std::span<const std::uint64_t> bits) {
  for (std::size_t p = 0; p < depth; ++p) or_bits(bits, outputs, first_column, out.row(image * depth + p));
}

}  // namespace bitbasin
