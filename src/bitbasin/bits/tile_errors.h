// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/sign_matrix.h"

namespace bitbasin {

// The number of rows r of tile rows [begin, end) whose x_r . w is not from `least` to `most`, by population
// count.
std::size_t tile_errors(const SignMatrix& x, std::size_t begin, std::size_t end, const BitVector& w,
                        std::int64_t least, std::int64_t most);

// sums[r] = x_r . w for the 64 rows of a tile row; the sums of rows beyond the last one are meaningless.
void tile_sums(const SignMatrix& x, std::size_t tile_row, const BitVector& w,
               std::span<std::int32_t, SignMatrix::kTileRows> sums);

}  // namespace bitbasin
