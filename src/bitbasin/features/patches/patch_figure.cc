// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_figure.h"

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/plot/image_grid.h"

namespace bitbasin {

std::string patch_figure(const PatchFilters& filters, std::size_t columns) {
  constexpr std::size_t kScale = 6;
  const std::size_t taps = filters.size * filters.size;
  std::vector<std::uint8_t> tiles;
  for (std::size_t f = 0; f < filters.count; ++f) {
    const auto begin = filters.weights.begin() + static_cast<std::ptrdiff_t>(f * taps);
    const std::vector<float> weights(begin, begin + static_cast<std::ptrdiff_t>(taps));
    const std::vector<std::uint8_t> grey = signed_grey(weights);
    tiles.insert(tiles.end(), grey.begin(), grey.end());
  }
  return to_png(image_grid(tiles, filters.size, filters.size, std::min(columns, filters.count), kScale));
}

}  // namespace bitbasin
