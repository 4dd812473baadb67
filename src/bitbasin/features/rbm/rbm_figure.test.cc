// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm_figure.h"

#include <gtest/gtest.h>

#include "bitbasin/base/error.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/plot/image_grid.h"

namespace bitbasin::rbm_figure_test {
namespace {

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t value = 0;
  for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<std::uint8_t>(bytes[at + i]);
  return value;
}

TEST(RbmFigure, ShowsImagesReconstructionsAndUnits) {
  // A machine of two pixels: its only unit sees the first one, and no unit the second.
  const Rbm rbm{2, 1, {20, 0}, {-10, 30}, {-10}};
  const ImageSet images{1, 2, 0, {255, 0, 0, 255, 255, 255}, {}};
  // Two columns: images, reconstructions, and a single unit. The second pixel is on whatever it was.
  const std::vector<std::uint8_t> tiles = {255, 0, 0, 255, 255, 255, 0, 255, 255, 128};
  EXPECT_EQ(rbm_figure(rbm, images, 2), to_png(image_grid(tiles, 2, 1, 2, 2)));
}

TEST(RbmFigure, HasAsManyRowsAsThereIsToShow) {
  RbmOptions options;
  options.hidden = 71;
  options.epochs = 1;
  RunControl control;
  const ImageSet images = random_glyphs({.train = 200}, 1).train;
  const std::string png = rbm_figure(train_rbm(images, options, 1, 1, control), images, 20);
  const auto side = static_cast<std::uint32_t>(images.columns);
  EXPECT_EQ(number_at(png, 16), 2 * (20 * (side + 1) + 1));
  EXPECT_EQ(number_at(png, 20), 2 * (6 * (side + 1) + 1));  // two rows of images, four of units
  EXPECT_THROW(rbm_figure(Rbm{}, ImageSet{}, 20), Error);
}

}  // namespace
}  // namespace bitbasin::rbm_figure_test
