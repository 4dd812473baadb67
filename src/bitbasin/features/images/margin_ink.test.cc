// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/margin_ink.h"

#include <gtest/gtest.h>

#include "bitbasin/features/images/glyphs.h"

namespace bitbasin::margin_ink_test {
namespace {

ImageSet images_of(int rows, int columns, std::vector<std::uint8_t> pixels) {
  ImageSet images;
  images.rows = rows;
  images.columns = columns;
  images.pixels = std::move(pixels);
  return images;
}

TEST(MarginInk, ComparesTheMarginWithTheWhole) {
  // Four rows of three pixels, of which the two in the middle are inside; two images.
  EXPECT_EQ(margin_ink(images_of(4, 3, {1, 0, 2, 0, 30, 0, 0, 40, 4, 0, 3, 0,  //
                                        0, 0, 0, 0, 0,  0, 5, 20, 0, 0, 0, 5})),
            20.0 / 20 / (110.0 / 24));
  EXPECT_EQ(margin_ink(images_of(4, 3, std::vector<std::uint8_t>(12))), 0);
  EXPECT_EQ(margin_ink(images_of(4, 3, {})), 0);
  EXPECT_EQ(margin_ink(images_of(1, 3, {1, 2, 3})), 1);
}

TEST(MarginInk, LettersAreDrawnOnABlankGround) {
  EXPECT_LT(margin_ink(random_glyphs({.classes = 5, .train = 100, .test = 10}, 1).train), 0.1);
}

}  // namespace
}  // namespace bitbasin::margin_ink_test
