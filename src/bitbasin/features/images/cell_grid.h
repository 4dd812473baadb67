// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/data/image_set.h"

namespace bitbasin {

// A patch of an image has (rows - size + 1) places down, likewise across, and cells divide them: `cells` each
// way. Cell c begins there on a line of places; cell `cells` begins after the last place.
inline std::size_t cell_begin(std::size_t c, std::size_t cells, std::size_t places) {
  return c * places / cells;
}

// The cell of a place.
inline std::size_t cell_of(std::size_t place, std::size_t cells, std::size_t places) {
  return ((place + 1) * cells - 1) / places;
}

// Fails if some cell would have no place.
void expect_cells_fit(const ImageSet& images, std::int64_t size, std::int64_t cells);

}  // namespace bitbasin
