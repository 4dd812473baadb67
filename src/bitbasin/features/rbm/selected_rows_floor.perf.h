// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/features/rbm/panel_matrix.h"

namespace bitbasin {

// The best that the machine can do at the SIMD level in use: for each row of `out`, sums of `count`
// neighbouring rows of `m`, from a place that moves through the panel; no bits select rows.
void sum_neighbouring_rows(const PanelMatrix& m, std::size_t count, PanelMatrix& out);

}  // namespace bitbasin
