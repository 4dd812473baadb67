// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/pixel_thresholds.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::pixel_thresholds_test {
namespace {

using testing::ElementsAre;

// Pixel i of ten is on (51) in i of ten images, and at the level itself in the others.
ImageSet staircase() {
  ImageSet set{2, 5, 1, {}, std::vector<std::uint16_t>(10)};
  for (int image = 0; image < 10; ++image) {
    for (int pixel = 0; pixel < 10; ++pixel) set.pixels.push_back(image < pixel ? 51 : 50);
  }
  return set;
}

TEST(PixelThresholds, KeepWhatIsNeitherRareNorNearlyAlwaysOn) {
  EXPECT_THAT(fit_thresholds(staircase(), {50, 0.1}, true).pixels, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(fit_thresholds(staircase(), {50, 0.3}, true).pixels, ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(fit_thresholds(staircase(), {50, 0.5}, true).pixels, ElementsAre(5));
}

TEST(PixelThresholds, ParityIsMadeByDroppingTheLeastBalanced) {
  EXPECT_THAT(fit_thresholds(staircase(), {50, 0.0}, true).pixels, ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
  EXPECT_THAT(fit_thresholds(staircase(), {50, 0.3}, false).pixels, ElementsAre(3, 4, 5, 6));
}

TEST(PixelThresholds, NothingLeftIsAnError) {
  EXPECT_EQ(
      error_text([] {
        fit_thresholds(staircase(), {60, 0.1}, true);
      }),
      "expected pixels that are above 60 in 10 to 90 percent of the training images, but there are too few");
  EXPECT_NE(error_text([] { fit_thresholds(staircase(), {50, 0.5}, false); }), "(no error)");
}

}  // namespace
}  // namespace bitbasin::pixel_thresholds_test
