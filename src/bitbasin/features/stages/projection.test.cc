// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/projection.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::projection_test {
namespace {

ImageSet noise(std::size_t count, int rows, int columns) {
  ImageSet set{rows, columns, 1, {}, std::vector<std::uint16_t>(count)};
  Stream stream(4, purpose("test.projection"));
  for (std::size_t i = 0; i < count * set.inputs(); ++i) {
    set.pixels.push_back(static_cast<std::uint8_t>(stream.next() & 127));
  }
  return set;
}

TEST(Projection, ThresholdsAreTheMeansOfTheTrainingSet) {
  const ImageSet set = noise(101, 5, 9);
  for (const auto weights : {ProjectionOptions::Weights::sign, ProjectionOptions::Weights::normal}) {
    const LinearBits units = random_projection(set, {33, weights}, 1);
    ASSERT_EQ(units.outputs, 33);
    for (std::size_t j = 0; j < units.outputs; ++j) {
      double mean = 0;
      for (std::size_t k = 0; k < set.size(); ++k) {
        for (std::size_t i = 0; i < 45; ++i) mean += units.weights[j * 45 + i] * set.image(k)[i] / 101.0;
      }
      EXPECT_EQ(units.thresholds[j], std::floor(mean + 1e-9)) << j;
    }
  }
}

TEST(Projection, WeightsHaveTheirDistribution) {
  const ImageSet set = noise(1, 20, 20);
  double sum = 0;
  double square = 0;
  for (const std::int16_t w : random_projection(set, {101, ProjectionOptions::Weights::normal}, 1).weights) {
    sum += w;
    square += w * w;
  }
  EXPECT_NEAR(sum / 40400, 0, 0.1);
  EXPECT_NEAR(square / 40400, 16, 0.5);
  for (const std::int16_t w : random_projection(set, {101, ProjectionOptions::Weights::sign}, 1).weights) {
    EXPECT_EQ(w * w, 1);
  }
}

TEST(Projection, MoreUnitsDoNotChangeTheFirst) {
  const ImageSet set = noise(7, 3, 3);
  const LinearBits few = random_projection(set, {11}, 1);
  const LinearBits many = random_projection(set, {21}, 1);
  EXPECT_TRUE(std::equal(few.weights.begin(), few.weights.end(), many.weights.begin()));
  EXPECT_NE(few, random_projection(set, {11}, 2));
}

TEST(Projection, RefusesImagesThatAreTooLarge) {
  ImageSet large{1, 300000, 1, std::vector<std::uint8_t>(300000), {0}};
  EXPECT_THAT(error_text([&] { random_projection(large, {}, 1); }), testing::HasSubstr("got 300000"));
}

}  // namespace
}  // namespace bitbasin::projection_test
