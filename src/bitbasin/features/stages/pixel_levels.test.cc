// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/pixel_levels.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::pixel_levels_test {
namespace {

using testing::ElementsAre;

// One row of numbers per image.
ImageSet table(int columns, std::vector<std::uint8_t> pixels) {
  return {1, columns, 1, std::move(pixels), {}};
}

TEST(PixelLevels, DivideTheTrainingSetIntoEqualParts) {
  std::vector<std::uint8_t> pixels;
  for (int value = 0; value < 80; ++value) pixels.push_back(static_cast<std::uint8_t>(3 * value));
  const PixelLevels three = fit_levels(table(1, pixels), {3, 0}, true);
  EXPECT_THAT(three.pixels, ElementsAre(0, 0, 0));
  EXPECT_THAT(three.levels, ElementsAre(59, 119, 179));  // halfway between 57 and 60, ...
  EXPECT_THAT(fit_levels(table(1, pixels), {1, 0}, true).levels, ElementsAre(119));
}

TEST(PixelLevels, ValuesThatOccurOftenDoNotRepeatALevel) {
  // Nine of ten are 0: one level is all there is, behind the boundaries that lie within the zeros.
  const ImageSet sparse = table(1, {0, 0, 0, 0, 100, 0, 0, 0, 0, 0});
  EXPECT_THAT(fit_levels(sparse, {7, 0}, true).levels, ElementsAre(50));
  EXPECT_THAT(fit_levels(table(1, {7, 9, 7, 9, 8, 8}), {255, 0}, false).levels, ElementsAre(8, 9));
}

TEST(PixelLevels, RareBitsAreDropped) {
  const ImageSet sparse = table(1, {0, 0, 0, 0, 100, 0, 0, 0, 0, 0});
  EXPECT_THAT(fit_levels(sparse, {1, 0.1}, true).levels, ElementsAre(50));
  EXPECT_THAT(fit_levels(sparse, {1, 0.11}, true).levels, ElementsAre(0));  // only the bit that is always on
}

TEST(PixelLevels, ABitThatIsAlwaysOnMakesTheNumberOdd) {
  const ImageSet two = table(2, {1, 10, 3, 30});
  const PixelLevels odd = fit_levels(two, {1, 0}, true);
  EXPECT_THAT(odd.pixels, ElementsAre(0, 0, 1));
  EXPECT_THAT(odd.levels, ElementsAre(0, 2, 20));
  EXPECT_THAT(fit_levels(two, {1, 0}, false).levels, ElementsAre(2, 20));
  EXPECT_THAT(fit_levels(table(2, {5, 5, 5, 5}), {7, 0}, true).levels, ElementsAre(0));
  EXPECT_EQ(error_text([] {
              fit_levels(table(2, {5, 5, 5, 5}), {7, 0}, false);
            }),
            "expected numbers that differ between training images, but all images are the same");
}

TEST(PixelLevels, BitsAreOnFromTheLevelOn) {
  const PackedPixelLevels packed({{0, 1, 1}, {0, 20, 21}}, 2, 2);
  const std::uint8_t pixels[] = {0, 19, 0, 20, 255, 21};
  BitMatrix bits(6, 4);
  packed.apply(pixels, 3, bits, 0, 1);
  for (std::size_t image = 0; image < 3; ++image) {
    for (std::size_t p = 0; p < 2; ++p) {
      EXPECT_FALSE(bits.get(2 * image + p, 0));
      EXPECT_TRUE(bits.get(2 * image + p, 1));
      EXPECT_EQ(bits.get(2 * image + p, 2), image >= 1);
      EXPECT_EQ(bits.get(2 * image + p, 3), image == 2);
    }
  }
}

}  // namespace
}  // namespace bitbasin::pixel_levels_test
