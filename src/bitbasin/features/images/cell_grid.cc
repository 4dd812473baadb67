// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/cell_grid.h"

#include <algorithm>

#include "bitbasin/base/error.h"

namespace bitbasin {

void expect_cells_fit(const ImageSet& images, std::int64_t size, std::int64_t cells) {
  const std::int64_t least = cells + size - 1;
  if (std::min(images.rows, images.columns) >= least) return;
  fail("expected images of at least {} x {} pixels for {} x {} cells and patches of {} x {}, got {} x {}",
       least, least, cells, cells, size, size, images.rows, images.columns);
}

}  // namespace bitbasin
