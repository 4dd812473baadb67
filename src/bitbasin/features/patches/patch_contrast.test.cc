// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/patches/patch_contrast.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/features/patches/patch_bits.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::patch_contrast_test {
namespace {

std::vector<std::int16_t> random_pixels(std::size_t count) {
  Stream stream(1, purpose("test.patch_contrast"));
  std::vector<std::int16_t> pixels(count);
  for (std::int16_t& pixel : pixels) pixel = static_cast<std::int16_t>(stream.next() % 256);
  return pixels;
}

TEST(PatchContrast, ScalesByTheLengthOfWhatDiffersFromTheMean) {
  constexpr std::size_t kColumns = 13;
  const std::vector<std::int16_t> pixels = random_pixels(9 * kColumns);
  for (const std::size_t size : {1u, 2u, 5u, 9u}) {
    for (const std::uint8_t contrast : {std::uint8_t{1}, std::uint8_t{40}}) {
      PatchContrast patches(size, kColumns, contrast);
      const auto taps = static_cast<double>(size * size);
      ASSERT_EQ(patches.scales(pixels.data()).size(), kColumns - size + 1);
      for (std::size_t x = 0; x + size <= kColumns; ++x) {
        double mean = 0, squares = 0;
        for (std::size_t i = 0; i < size * size; ++i)
          mean += pixels[i / size * kColumns + x + i % size] / taps;
        for (std::size_t i = 0; i < size * size; ++i) {
          squares += std::pow(pixels[i / size * kColumns + x + i % size] - mean, 2);
        }
        const double n = std::sqrt(std::floor(squares + 1e-6) + taps * contrast * contrast);
        EXPECT_EQ(patches.scales(pixels.data())[x], std::floor(std::pow(2, 31) / std::floor(16 * n)));
      }
    }
  }
}

TEST(PatchContrast, ScaledResponsesStayInRange) {
  const std::vector<std::uint32_t> scales{1u << 27, 700};
  AlignedArray<std::int32_t> responses(32);
  responses[0] = 1 << 14;  // times 2^27 leaves 32 bits
  responses[1] = 3 << 7;
  responses[2] = -5000;
  responses[3] = 127;  // less than a step
  responses[16] = 2147483647;
  responses[17] = 100000;
  scale_responses(scales, 16, responses.data());
  EXPECT_EQ(responses[0], 0);
  EXPECT_EQ(responses[1], 3 << 10);
  EXPECT_EQ(responses[2], 0);
  EXPECT_EQ(responses[3], 0);
  EXPECT_EQ(responses[16],
            static_cast<std::int32_t>((std::uint64_t{2147483647u >> 7} * 700 & 0xffffffff) >> 17));
  EXPECT_EQ(responses[17], 781 * 700 >> 17);
}

// A filter that fits exactly responds with 8192 times how far the patch is from flat.
TEST(PatchContrast, WeakAndStrongPatchesLookAlike) {
  const PatchFilters filters{2, 1, {512, 512, -512, -512}};
  const auto value = [&](std::uint8_t bright, std::uint8_t contrast) {
    const std::vector<std::uint8_t> image{bright, bright, 0, 0};
    for (std::int32_t t = 0;; ++t) {
      // With one filter, what stands out is nothing: a second, blind one makes it the response itself.
      PatchFilters two = filters;
      two.count = 2;
      two.weights.resize(8);
      BitMatrix bits(1, 1);
      PackedPatchBits({two, 1, {0}, {t}, contrast}, 2, 2, 1).apply(image.data(), 1, bits, 0, 0);
      if (!bits.get(0, 0)) return t;
    }
  };
  EXPECT_NEAR(value(200, 1), 8192, 10);
  EXPECT_NEAR(value(50, 1), 8192, 20);
  EXPECT_NEAR(value(50, 25), 8192 / std::sqrt(2), 20);  // as weak as the contrast
}

}  // namespace
}  // namespace bitbasin::patch_contrast_test
