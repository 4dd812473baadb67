// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_bits.h"

#include <gtest/gtest.h>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::patch_bits_test {
namespace {

const ImageSet& images() {
  static const ImageSet set = random_glyphs({5, 300, 10, 14, 3, 1}, 1).train;
  return set;
}

PatchBits fitted(const PatchOptions& options, bool odd = true) {
  RunControl control;
  return fit_patch_bits(images(), options, odd, 1, 1, control);
}

// How often each bit is on.
std::vector<std::size_t> on(const PatchBits& patches, const ImageSet& set) {
  BitMatrix bits(set.size(), patches.outputs());
  PackedPatchBits(patches, set.rows, set.columns, 1).apply(set.pixels.data(), set.size(), bits, 0, 0);
  std::vector<std::size_t> counts(patches.outputs());
  for (std::size_t k = 0; k < bits.rows(); ++k) {
    for (std::size_t j = 0; j < bits.cols(); ++j) counts[j] += bits.get(k, j) ? 1 : 0;
  }
  return counts;
}

TEST(PatchBits, DivideTheImagesIntoEqualParts) {
  // Noise, where no two images respond alike.
  ImageSet noise{14, 14, 1, std::vector<std::uint8_t>(300 * 196), {}};
  Stream stream(1, purpose("test.patch_bits"));
  for (std::uint8_t& pixel : noise.pixels) pixel = static_cast<std::uint8_t>(stream.next());
  RunControl control;
  const PatchBits patches = fit_patch_bits(noise, {6, 5, 2, 2, 0.3}, true, 1, 1, control);
  EXPECT_EQ(patches.outputs(), 47u);  // one of 6 * 4 * 2 makes the number odd
  const std::vector<std::size_t> counts = on(patches, noise);
  for (std::size_t j = 0; j + 1 < counts.size(); ++j) {
    if (patches.responses[j] != patches.responses[j + 1]) continue;
    EXPECT_NEAR(static_cast<double>(counts[j]), 200, 1);
    EXPECT_NEAR(static_cast<double>(counts[j + 1]), 100, 1);
  }
}

TEST(PatchBits, KeepWhatIsNeitherRareNorNearlyAlwaysOn) {
  const PatchOptions options{.filters = 8, .size = 3, .cells = 4, .levels = 9, .rarest = 0.2};
  const PatchBits patches = fitted(options);
  for (const std::size_t count : on(patches, images())) {
    EXPECT_GE(count, 60u);
    EXPECT_LE(count, 240u);
  }
  PatchOptions all = options;
  all.rarest = 0;
  EXPECT_GT(fitted(all).outputs(), patches.outputs());
}

TEST(PatchBits, HaveTheParityThatIsAskedFor) {
  for (const std::int64_t filters : {1, 2}) {
    const PatchOptions options{.filters = filters, .size = 4, .cells = 3, .levels = 2, .rarest = 0.1};
    EXPECT_EQ(fitted(options, true).outputs() % 2, 1u) << filters;
    EXPECT_EQ(fitted(options, false).outputs() % 2, 0u) << filters;
  }
}

// The bits of an image of 10 x 10 pixels that is dark but for a dot.
std::vector<bool> bits_of_dot(const PatchBits& patches, std::size_t y, std::size_t x) {
  std::vector<std::uint8_t> image(100);
  image[10 * y + x] = 100;
  BitMatrix row(1, patches.outputs());
  PackedPatchBits(patches, 10, 10, 1).apply(image.data(), 1, row, 0, 0);
  std::vector<bool> bits;
  for (std::size_t j = 0; j < patches.outputs(); ++j) bits.push_back(row.get(0, j));
  return bits;
}

TEST(PatchBits, TellTheCellAndNoMore) {
  // A filter for dots and one that says nothing: 2 * 800 - 800 where the dot is.
  std::vector<std::int16_t> weights{-1, -1, -1, -1, 8, -1, -1, -1, -1};
  weights.resize(18);
  const PatchBits patches{{3, 2, weights}, 2, {0, 2, 4, 6}, {799, 799, 799, 799}};
  for (std::size_t y = 1; y < 9; ++y) {
    for (std::size_t x = 1; x < 9; ++x) {
      std::vector<bool> expected(4);
      expected[(y > 4 ? 2 : 0) + (x > 4 ? 1 : 0)] = true;
      EXPECT_EQ(bits_of_dot(patches, y, x), expected) << y << " " << x;
    }
  }
}

TEST(PatchBits, FiltersThatAgreeCancel) {
  // Two filters for dots respond alike: neither stands out.
  std::vector<std::int16_t> weights{-1, -1, -1, -1, 8, -1, -1, -1, -1};
  weights.insert(weights.end(), weights.begin(), weights.begin() + 9);
  const PatchBits patches{{3, 2, weights}, 1, {0, 1, 1}, {0, -1, 0}};
  EXPECT_EQ(bits_of_dot(patches, 5, 5), (std::vector<bool>{false, true, false}));
}

TEST(PatchBits, RefuseMoreCellsThanPlaces) {
  EXPECT_EQ(error_text([] { fitted({.filters = 2, .size = 11, .cells = 5, .levels = 1, .rarest = 0.1}); }),
            "expected images of at least 15 x 15 pixels for 5 x 5 cells and patches of 11 x 11, got 14 x 14");
}

}  // namespace
}  // namespace bitbasin::patch_bits_test
