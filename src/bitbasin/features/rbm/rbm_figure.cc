// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm_figure.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/plot/image_grid.h"

namespace bitbasin {
namespace {

constexpr std::size_t kUnitRows = 5;
constexpr std::size_t kScale = 2;

}  // namespace

std::string rbm_figure(const Rbm& rbm, const ImageSet& images, std::size_t columns) {
  if (images.size() == 0) fail("expected images to draw, got none");
  assert(images.inputs() == rbm.visible && columns > 0);
  columns = std::min(columns, images.size());
  std::vector<std::uint8_t> tiles;
  const auto append = [&](std::span<const std::uint8_t> tile) {
    tiles.insert(tiles.end(), tile.begin(), tile.end());
  };
  for (std::size_t m = 0; m < columns; ++m) append(images.image(m));
  for (std::size_t m = 0; m < columns; ++m) append(reconstruct(rbm, images.image(m)));
  for (std::size_t j = 0; j < std::min(rbm.hidden, kUnitRows * columns); ++j) {
    append(signed_grey(std::span(rbm.weights).subspan(j * rbm.visible, rbm.visible)));
  }
  return to_png(image_grid(tiles, static_cast<std::size_t>(images.columns),
                           static_cast<std::size_t>(images.rows), columns, kScale));
}

}  // namespace bitbasin
