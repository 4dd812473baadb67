// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_matrix.h"

namespace bitbasin {

// Sets bit j of one image, for j < outputs, iff on(j): in each of its `depth` rows of `out`, starting at row
// image * depth and column first_column, which must be zero.
template <class On>
void put_image_bits(BitMatrix& out, std::size_t image, std::size_t depth, std::size_t first_column,
                    std::size_t outputs, On on) {
  for (std::size_t j = 0; j < outputs; ++j) {
    const auto bit = static_cast<std::uint64_t>(on(j));
    const std::size_t column = first_column + j;
    for (std::size_t p = 0; p < depth; ++p) {
      out.row(image * depth + p)[column / kWordBits] |= bit << column % kWordBits;
    }
  }
}

}  // namespace bitbasin
