// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/sign_matrix.h"

namespace bitbasin {

// The number of rows r of tile rows [begin, end) with x_r . w <= 0, by population count.
std::size_t tile_errors(const SignMatrix& x, std::size_t begin, std::size_t end, const BitVector& w);

}  // namespace bitbasin
