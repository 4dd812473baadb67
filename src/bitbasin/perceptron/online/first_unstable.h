// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

struct FirstUnstable {
  std::size_t position = 0;  // in the list of rows; its length if there is none
  std::int32_t delta = 0;    // x . W of that row
};

// The first of the listed rows of x with x . W < threshold. Online learning uses it to find the next pattern
// to learn, and to test for a solution, with the least allowed sum as threshold.
FirstUnstable first_unstable(const BitMatrix& x, std::span<const std::uint32_t> rows, const BitVector& w,
                             std::int32_t threshold);

}  // namespace bitbasin
