// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/images/augment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::augment_test {
namespace {

using Image = std::vector<std::uint8_t>;

// A disc of soft edge about the middle of a 28 x 28 image.
Image disc() {
  Image image(784);
  for (int y = 0; y < 28; ++y) {
    for (int x = 0; x < 28; ++x) {
      const double r2 = (y - 13.5) * (y - 13.5) + (x - 13.5) * (x - 13.5);
      image[static_cast<std::size_t>(28 * y + x)] = static_cast<std::uint8_t>(r2 > 60 ? 0 : 250 - 4 * r2);
    }
  }
  return image;
}

Image deformed(const Image& image, const AugmentOptions& options, std::uint64_t index = 0) {
  Image out(image.size());
  deform(image, 28, 28, options, Stream(1, purpose("test.augment"), index), out);
  return out;
}

const AugmentOptions kNone{
    .copies = 1, .rotate = 0, .scale = 0, .shear = 0, .shift = 0, .elastic = 0, .smooth = 4};

double mass(const Image& image) {
  return std::accumulate(image.begin(), image.end(), 0.0);
}

double centre_x(const Image& image) {
  double sum = 0;
  for (std::size_t i = 0; i < image.size(); ++i) sum += static_cast<double>(i % 28) * image[i];
  return sum / mass(image);
}

TEST(Augment, NoStrengthIsNoChange) {
  EXPECT_EQ(deformed(disc(), kNone), disc());
}

TEST(Augment, EachStrengthDoesItsPart) {
  const Image image = disc();
  double largest_shift = 0;
  double smallest = 1;
  double largest = 1;
  for (std::uint64_t i = 0; i < 200; ++i) {
    AugmentOptions shift = kNone;
    shift.shift = 2;
    const Image moved = deformed(image, shift, i);
    EXPECT_NEAR(mass(moved) / mass(image), 1, 0.01);
    largest_shift = std::max(largest_shift, std::abs(centre_x(moved) - 13.5));
    AugmentOptions scale = kNone;
    scale.scale = 0.2;
    const double area = mass(deformed(image, scale, i)) / mass(image);
    smallest = std::min(smallest, area);
    largest = std::max(largest, area);
    AugmentOptions rotate = kNone;
    rotate.rotate = 45;
    const Image turned = deformed(image, rotate, i);
    EXPECT_NEAR(mass(turned) / mass(image), 1, 0.03);
    EXPECT_NEAR(centre_x(turned), 13.5, 0.05);
  }
  EXPECT_NEAR(largest_shift, 2, 0.1);
  EXPECT_NEAR(smallest, 1 / (1.2 * 1.2), 0.06);
  EXPECT_NEAR(largest, 1 / (0.8 * 0.8), 0.12);
}

// One dark pixel off the middle.
Image dot(std::size_t y, std::size_t x) {
  Image image(784);
  image[28 * y + x] = 200;
  return image;
}

TEST(Augment, WholeShiftsMovePixelsAndBlurNothing) {
  AugmentOptions options = kNone;
  options.shift = 1.9;
  options.whole = true;
  std::vector<int> seen(9);
  for (std::uint64_t i = 0; i < 200; ++i) {
    const Image moved = deformed(dot(10, 5), options, i);
    const auto at = static_cast<std::size_t>(std::max_element(moved.begin(), moved.end()) - moved.begin());
    ASSERT_EQ(moved, dot(at / 28, at % 28));
    ASSERT_TRUE(at / 28 >= 9 && at / 28 <= 11 && at % 28 >= 4 && at % 28 <= 6);
    ++seen[3 * (at / 28 - 9) + at % 28 - 4];
  }
  EXPECT_THAT(seen, testing::Each(testing::Ge(8)));  // 22 expected
}

TEST(Augment, MirrorsAreOtherwiseTheSameCopies) {
  AugmentOptions options = kNone;
  options.shift = 2;
  options.whole = true;
  AugmentOptions mirrored = options;
  mirrored.mirror = 0.25;
  int count = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    Image copy = deformed(dot(10, 5), options, i);
    const Image other = deformed(dot(10, 5), mirrored, i);
    if (other == copy) continue;
    ++count;
    for (auto row = copy.begin(); row != copy.end(); row += 28) std::reverse(row, row + 28);
    ASSERT_EQ(other, copy);
  }
  EXPECT_NEAR(count, 50, 20);
}

// A ramp of grey shows the displacement of every pixel.
TEST(Augment, ElasticDisplacementsHaveTheirStrengthAndAreSmooth) {
  Image ramp(784);
  for (std::size_t i = 0; i < ramp.size(); ++i) ramp[i] = static_cast<std::uint8_t>(9 * (i % 28));
  AugmentOptions options = kNone;
  options.elastic = 1.5;
  double square = 0;
  double step = 0;
  int count = 0;
  for (std::uint64_t k = 0; k < 100; ++k) {
    const Image out = deformed(ramp, options, k);
    double before = 0;
    for (std::size_t y = 10; y < 18; ++y) {
      for (std::size_t x = 8; x < 20; ++x, ++count) {
        const double d = (out[28 * y + x] - 9.0 * static_cast<double>(x)) / 9;
        square += d * d;
        if (x > 8) step += (d - before) * (d - before);
        before = d;
      }
    }
  }
  EXPECT_NEAR(std::sqrt(square / count), 1.5, 0.15);
  // Smoothed by a kernel of width sigma, neighbours differ by 1 / (sqrt(2) sigma) of the strength.
  EXPECT_NEAR(std::sqrt(step / (count * 11.0 / 12)), 1.5 * 0.16, 0.04);
}

ImageSet some_images() {
  ImageSet set{28, 28, 3, {}, {0, 1, 2}};
  for (int i = 0; i < 3; ++i) {
    for (const std::uint8_t pixel : disc()) set.pixels.push_back(pixel);
  }
  return set;
}

TEST(Augment, CopiesFollowTheImagesAndDependOnlyOnTheirOwnNumbers) {
  const ImageSet set = some_images();
  AugmentOptions options;
  options.copies = 2;
  RunControl control;
  const ImageSet all = augmented(set, options, 5, 1, control);
  EXPECT_EQ(control.spent(), 6u);
  ASSERT_EQ(all.size(), 9);
  EXPECT_THAT(all.labels, testing::ElementsAre(0, 1, 2, 0, 1, 2, 0, 1, 2));
  EXPECT_TRUE(std::equal(set.pixels.begin(), set.pixels.end(), all.pixels.begin()));
  EXPECT_EQ(all.pixels, augmented(set, options, 5, 3, control).pixels);
  EXPECT_NE(all.pixels, augmented(set, options, 6, 1, control).pixels);
  EXPECT_FALSE(std::equal(all.image(3).begin(), all.image(3).end(), all.image(6).begin()));
  EXPECT_FALSE(std::equal(all.image(3).begin(), all.image(3).end(), all.image(4).begin()));
  options.copies = 3;
  const ImageSet more = augmented(set, options, 5, 2, control);
  EXPECT_TRUE(std::equal(all.pixels.begin(), all.pixels.end(), more.pixels.begin()));
}

TEST(Augment, StopsWhenAskedTo) {
  const std::atomic<bool> cancelled = true;
  RunControl control({.cancelled = &cancelled});
  EXPECT_EQ(augmented(some_images(), {}, 1, 1, control).size(), 0);
  RunControl free;
  EXPECT_THAT(error_text([&] {
                augmented({1, 9, 1, Image(9), {0}}, {}, 1, 1, free);
              }),
              testing::HasSubstr("got 1 x 9"));
}

}  // namespace
}  // namespace bitbasin::augment_test
