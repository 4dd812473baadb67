// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/features/rbm/panel_matrix.h"

namespace bitbasin {

// Row r of `out` becomes `start` plus the sum of the rows of `m` that row r of `select` has a bit for, in the
// order of the rows, for begin <= r < end: the product of a 0/1 matrix and a matrix of floats, with a cost
// proportional to the ones. `start` has out.padded_cols() values. The bits of the result are the same at
// every SIMD level.
void sum_selected_rows(const BitMatrix& select, const PanelMatrix& m, std::span<const float> start,
                       std::size_t begin, std::size_t end, PanelMatrix& out);

}  // namespace bitbasin
