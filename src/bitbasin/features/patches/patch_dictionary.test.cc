// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_dictionary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"

namespace bitbasin::patch_dictionary_test {
namespace {

PatchFilters learned(const ImageSet& images, const FilterRecipe& recipe, int threads = 1) {
  RunControl control;
  return learn_filters(images, recipe, 1, threads, control);
}

// Images of stripes, upright or lying, each two pixels wide.
ImageSet stripes() {
  ImageSet set{8, 8, 2, {}, {0, 1}};
  for (int image = 0; image < 2; ++image) {
    for (int pixel = 0; pixel < 64; ++pixel) {
      const int across = image == 0 ? pixel % 8 : pixel / 8;
      set.pixels.push_back(across / 2 % 2 == 0 ? 200 : 0);
    }
  }
  return set;
}

TEST(PatchDictionary, FindsTheKindsOfPatchesThatThereAre) {
  // Patches of 2 x 2 with any contrast are edges: upright or lying, light on one side or the other.
  const PatchFilters filters = learned(stripes(), {8, 2});
  std::set<std::vector<std::int16_t>> kinds;
  for (std::size_t f = 0; f < filters.count; ++f) {
    kinds.insert({filters.weights.begin() + static_cast<std::ptrdiff_t>(4 * f),
                  filters.weights.begin() + static_cast<std::ptrdiff_t>(4 * f + 4)});
  }
  const std::int16_t h = kFilterLength / 2;
  const auto minus = static_cast<std::int16_t>(-h);
  EXPECT_EQ(kinds,
            (std::set<std::vector<std::int16_t>>{
                {h, minus, h, minus}, {minus, h, minus, h}, {h, h, minus, minus}, {minus, minus, h, h}}));
}

TEST(PatchDictionary, FiltersHaveOneLengthAndNoMean) {
  const ImageSet train = random_glyphs({5, 200, 10, 14, 3, 1}, 1).train;
  for (const double whiten : {0.0, 0.1}) {
    const PatchFilters filters = learned(train, {20, 5, whiten});
    EXPECT_EQ(filters.count, 20u);
    for (std::size_t f = 0; f < filters.count; ++f) {
      double squares = 0, sum = 0;
      for (std::size_t i = 0; i < 25; ++i) {
        const double w = filters.weights[25 * f + i];
        squares += w * w;
        sum += w;
      }
      EXPECT_NEAR(std::sqrt(squares), kFilterLength, 3);
      EXPECT_NEAR(sum, 0, 13);
    }
    EXPECT_TRUE(sums_fit(filters));
  }
}

// The mean of the squared cosine of the angle between two filters.
double likeness(const PatchFilters& filters) {
  const std::size_t taps = filters.size * filters.size;
  double sum = 0;
  for (std::size_t f = 0; f < filters.count; ++f) {
    for (std::size_t g = 0; g < f; ++g) {
      double product = 0;
      for (std::size_t i = 0; i < taps; ++i)
        product += filters.weights[f * taps + i] * filters.weights[g * taps + i];
      sum += std::pow(product / (kFilterLength * kFilterLength), 2);
    }
  }
  return 2 * sum / static_cast<double>(filters.count * (filters.count - 1));
}

TEST(PatchDictionary, WhitenedFiltersAreLessAlike) {
  const ImageSet train = random_glyphs({5, 200, 10, 14, 3, 1}, 1).train;
  const double broad = likeness(learned(train, {20, 5}));
  const double fine = likeness(learned(train, {20, 5, 0.1}));
  EXPECT_LT(fine, 0.8 * broad);
  EXPECT_NEAR(likeness(learned(train, {20, 5, 1e6})), broad, 0.2 * broad);  // the floor hides all differences
}

TEST(PatchDictionary, IsTheSameForEveryNumberOfThreadsAndLevel) {
  const ImageSet train = random_glyphs({3, 60, 10, 10, 3, 1}, 2).train;
  for (const FilterRecipe& recipe : {FilterRecipe{9, 3}, FilterRecipe{9, 3, 0.1}}) {
    const PatchFilters one = learned(train, recipe);
    EXPECT_EQ(learned(train, recipe, 3), one);
    for_every_simd_level([&](std::string_view) { EXPECT_EQ(learned(train, recipe), one); });
  }
}

TEST(PatchDictionary, RefusesImagesWithoutPatches) {
  EXPECT_EQ(error_text([] {
              learned(stripes(), {4, 9});
            }),
            "expected images of at least 9 x 9 pixels to take patches from, got 8 x 8");
  const ImageSet flat{8, 8, 1, std::vector<std::uint8_t>(128, 77), {0, 0}};
  EXPECT_EQ(error_text([&] {
              learned(flat, {4, 3});
            }),
            "cannot take patches from these images: they are flat everywhere");
}

TEST(PatchDictionary, RefusesMoreFiltersThanSumsHaveRoomFor) {
  EXPECT_EQ(error_text([] {
              learned(stripes(), {1024, 8});
            }),
            "expected at most 992 filters of 8 x 8 pixels, got 1024");
  // Filters whose weights add up to as much as they can.
  for (const std::size_t size : {1, 2, 7, 31}) {
    const std::size_t count = kMostFiltersTimesSize / size;
    const auto weight = static_cast<std::int16_t>(kFilterLength / size + 1);
    EXPECT_TRUE(sums_fit(PatchFilters{size, count, std::vector<std::int16_t>(count * size * size, weight)}))
        << size;
  }
}

TEST(PatchDictionary, StopsWhenTold) {
  RunLimits limits;
  limits.work = 1;
  RunControl control(limits);
  const PatchFilters first = learn_filters(stripes(), {4, 3}, 1, 1, control);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_EQ(first.weights.size(), 36u);
}

}  // namespace
}  // namespace bitbasin::patch_dictionary_test
