// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/bit_patches.h"

#include <gtest/gtest.h>

#include <bit>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/features/bit_patches/bit_dictionary.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::bit_patches_test {
namespace {

ImageSet noise(int rows, int columns, std::size_t count) {
  const auto pixels = count * static_cast<std::size_t>(rows * columns);
  ImageSet images{rows, columns, 1, std::vector<std::uint8_t>(pixels), {}};
  Stream stream(1, purpose("test.bit_patches"));
  for (std::uint8_t& pixel : images.pixels) pixel = static_cast<std::uint8_t>(stream.next());
  return images;
}

// Every detector of every filter in every cell, by a plain loop over places.
bool simple_bit(const BitPatches& patches, std::size_t bit, const ImageSet& images, std::size_t image) {
  const BitDetectors& detectors = patches.detectors;
  const std::size_t cells = patches.cells;
  const std::size_t detector = patches.responses[bit] / (cells * cells);
  const std::size_t cell = patches.responses[bit] % (cells * cells);
  const std::size_t down = static_cast<std::size_t>(images.rows) - detectors.size + 1;
  const std::size_t across = static_cast<std::size_t>(images.columns) - detectors.size + 1;
  for (std::size_t y = cell / cells * down / cells; y < (cell / cells + 1) * down / cells; ++y) {
    for (std::size_t x = cell % cells * across / cells; x < (cell % cells + 1) * across / cells; ++x) {
      const std::uint64_t seen = bit_patch(images, image, y, x, detectors.size, patches.ink);
      const auto differ =
          static_cast<std::size_t>(std::popcount(seen ^ detectors.filters[detectors.filter[detector]]));
      if (detectors.taps() - differ >= detectors.least[detector]) return true;
    }
  }
  return false;
}

// Random detectors whose bits are neither always on nor always off in noise.
BitPatches random_patches(std::size_t size, std::size_t cells) {
  BitPatches patches{127, cells, {}, {}};
  BitDetectors& detectors = patches.detectors;
  detectors.size = size;
  Stream stream(2, purpose("test.bit_patches"));
  for (std::uint16_t f = 0; f < 3; ++f) {
    detectors.filters.push_back(stream.next() >> (64 - detectors.taps()));
    for (std::size_t least = (detectors.taps() + 1) / 2; least <= detectors.taps(); ++least) {
      detectors.filter.push_back(f);
      detectors.least.push_back(static_cast<std::uint8_t>(least));
    }
  }
  for (std::uint32_t r = 0; r < detectors.count() * cells * cells; ++r) {
    if (stream.next() % 4 != 0) patches.responses.push_back(r);
  }
  return patches;
}

TEST(BitPatches, AreThoseOfAPlainLoop) {
  struct Case {
    int rows, columns;
    std::size_t size, cells;
  };
  // The last three have cells of more than 8 x 8 places.
  for (const Case& c : {Case{12, 14, 5, 4},
                        {9, 9, 3, 7},
                        {8, 20, 8, 1},
                        {7, 11, 1, 2},
                        {28, 28, 7, 5},
                        {30, 17, 4, 2},
                        {22, 40, 6, 1},
                        {21, 35, 2, 3}}) {
    SCOPED_TRACE(testing::Message() << c.rows << " x " << c.columns << ", size " << c.size);
    const ImageSet images = noise(c.rows, c.columns, 4);
    const BitPatches patches = random_patches(c.size, c.cells);
    std::size_t on = 0;
    for_every_simd_level([&](std::string_view) {
      BitMatrix bits(2 * 5, 3 + patches.outputs());
      PackedBitPatches(patches, c.rows, c.columns, 2).apply(images.pixels.data(), 4, bits, 1, 3);
      for (std::size_t k = 0; k < 4; ++k) {
        for (std::size_t j = 0; j < patches.outputs(); ++j) {
          const bool expected = simple_bit(patches, j, images, k);
          ASSERT_EQ(bits.get(2 * (k + 1), 3 + j), expected) << "image " << k << ", bit " << j;
          ASSERT_EQ(bits.get(2 * (k + 1) + 1, 3 + j), expected);
          on += expected;
        }
      }
      EXPECT_FALSE(bits.get(2, 2));
    });
    EXPECT_GT(on, 0u);
  }
}

const ImageSet& images() {
  static const ImageSet set = random_glyphs({5, 300, 10, 14, 3, 1}, 1).train;
  return set;
}

BitPatches fitted(const BitPatchOptions& options, bool odd = true, int threads = 1) {
  RunControl control;
  return fit_bit_patches(images(), options, odd, 1, threads, control);
}

TEST(BitPatches, KeepWhatIsNeitherRareNorNearlyAlwaysOn) {
  const BitPatchOptions options{.filters = 6, .size = 4, .cells = 3, .levels = 3, .rarest = 0.2};
  const BitPatches patches = fitted(options);
  for (std::size_t j = 0; j < patches.outputs(); ++j) {
    std::size_t on = 0;
    for (std::size_t k = 0; k < images().size(); ++k) on += simple_bit(patches, j, images(), k);
    EXPECT_GE(on, 60u);
    EXPECT_LE(on, 240u);
  }
  BitPatchOptions all = options;
  all.rarest = 0;
  EXPECT_GT(fitted(all).outputs(), patches.outputs());
  EXPECT_EQ(fitted(options, true, 3), patches);
}

TEST(BitPatches, HaveTheParityThatIsAskedFor) {
  for (const std::int64_t filters : {1, 2, 5}) {
    const BitPatchOptions options{.filters = filters, .size = 3, .cells = 2, .levels = 2, .rarest = 0.05};
    EXPECT_EQ(fitted(options, true).outputs() % 2, 1u) << filters;
    EXPECT_EQ(fitted(options, false).outputs() % 2, 0u) << filters;
  }
}

TEST(BitPatches, FiltersLookLikeThePatches) {
  // Stripes: every patch is one of two filters.
  ImageSet stripes{10, 10, 1, std::vector<std::uint8_t>(100), {}};
  for (std::size_t i = 0; i < 100; ++i) stripes.pixels[i] = i % 2 == 0 ? 200 : 0;
  RunControl control;
  for (const std::uint64_t filter : learn_bit_filters(stripes, 4, 3, 100, 1, control)) {
    EXPECT_TRUE(filter == 0b101101101 || filter == 0b010010010) << filter;
  }
}

TEST(BitPatches, RefuseImagesThatCannotHaveThem) {
  EXPECT_EQ(error_text([] { fitted({.filters = 2, .size = 8, .cells = 9}); }),
            "expected images of at least 16 x 16 pixels for 9 x 9 cells and patches of 8 x 8, got 14 x 14");
  RunControl control;
  const ImageSet flat{10, 10, 1, std::vector<std::uint8_t>(100, 7), {}};
  EXPECT_EQ(error_text([&] { fit_bit_patches(flat, {}, true, 1, 1, control); }),
            "cannot take patches from these images: no pixels side by side of which only some are above 100");
}

}  // namespace
}  // namespace bitbasin::bit_patches_test
