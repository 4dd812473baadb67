// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_figure.h"

#include <gtest/gtest.h>

#include "bitbasin/plot/image_grid.h"

namespace bitbasin::patch_figure_test {
namespace {

TEST(PatchFigure, ShowsEachFilterOnItsOwnScale) {
  const PatchFilters filters{2, 2, {100, -100, 0, 0, 0, 0, 5, -5}};
  const std::vector<std::uint8_t> tiles = {255, 0, 128, 128, 128, 128, 255, 0};
  EXPECT_EQ(patch_figure(filters), to_png(image_grid(tiles, 2, 2, 2, 6)));
  EXPECT_EQ(patch_figure(filters, 1), to_png(image_grid(tiles, 2, 2, 1, 6)));
}

}  // namespace
}  // namespace bitbasin::patch_figure_test
