// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/glyphs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>
#include <string>

#include "bitbasin/data/sha256.h"

namespace bitbasin::glyphs_test {
namespace {

TEST(Glyphs, AreImagesOfTheirClasses) {
  const DataSet set = random_glyphs({3, 20, 5, 12, 2, 0}, 1);
  EXPECT_EQ(set.train.size(), 20);
  EXPECT_EQ(set.test.size(), 5);
  EXPECT_EQ(set.train.classes, 3);
  EXPECT_EQ(set.train.rows, 12);
  EXPECT_THAT(set.test.labels, testing::ElementsAre(0, 1, 2, 0, 1));
  // Without deformation a letter is always the same, and letters differ.
  const auto same = [&](std::size_t i, std::size_t j) {
    return std::equal(set.train.image(i).begin(), set.train.image(i).end(), set.test.image(j).begin());
  };
  EXPECT_TRUE(same(0, 3));
  EXPECT_TRUE(same(4, 1));
  EXPECT_FALSE(same(0, 1));
  const double ink = std::accumulate(set.train.pixels.begin(), set.train.pixels.end(), 0.0) /
                     (255.0 * static_cast<double>(set.train.pixels.size()));
  EXPECT_GT(ink, 0.05);
  EXPECT_LT(ink, 0.5);
}

TEST(Glyphs, NearestNeighbourReadsThem) {
  const DataSet set = random_glyphs({10, 500, 100, 16, 3, 1}, 1);
  int errors = 0;
  for (std::size_t t = 0; t < set.test.size(); ++t) {
    std::int64_t best = 1 << 30;
    std::uint16_t label = 0;
    for (std::size_t i = 0; i < set.train.size(); ++i) {
      std::int64_t distance = 0;
      for (std::size_t p = 0; p < 256; ++p) {
        const int d = set.test.image(t)[p] - set.train.image(i)[p];
        distance += d * d;
      }
      if (distance < best) {
        best = distance;
        label = set.train.labels[i];
      }
    }
    errors += label != set.test.labels[t];
  }
  EXPECT_LT(errors, 10);
}

TEST(Glyphs, FollowTheSeed) {
  const GlyphOptions options{4, 12, 4, 10, 3, 1};
  GlyphOptions more = options;
  more.train = 20;
  const DataSet set = random_glyphs(options, 1);
  EXPECT_EQ(set.train.pixels, random_glyphs(options, 1).train.pixels);
  EXPECT_NE(set.train.pixels, random_glyphs(options, 2).train.pixels);
  EXPECT_NE(std::vector(set.train.pixels.begin(), set.train.pixels.begin() + 400), set.test.pixels);
  const DataSet larger = random_glyphs(more, 1);
  EXPECT_TRUE(std::equal(set.train.pixels.begin(), set.train.pixels.end(), larger.train.pixels.begin()));
  // On every machine, and in every version.
  const std::string bytes(set.train.pixels.begin(), set.train.pixels.end());
  EXPECT_EQ(hex(sha256(bytes)), "9b0703eda616bf08361f7b0af90a3c07b158b70389d7b7c1a706ce7746402891");
}

}  // namespace
}  // namespace bitbasin::glyphs_test
