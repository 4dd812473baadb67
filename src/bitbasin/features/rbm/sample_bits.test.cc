// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/sample_bits.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "bitbasin/bits/every_level.test.h"

namespace bitbasin::sample_bits_test {
namespace {

std::vector<float> grid() {
  std::vector<float> x;
  for (int i = -9000; i <= 9000; ++i) x.push_back(static_cast<float>(i) / 113);
  return x;
}

TEST(Sample, SigmoidIsAccurateAtEveryLevel) {
  for_every_simd_level([](std::string_view) {
    const std::vector<float> x = grid();
    std::vector<float> p = x;
    sigmoid_array(p);
    double worst = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      const double exact = 1 / (1 + std::exp(-static_cast<double>(x[i])));
      worst = std::max(worst, std::abs(static_cast<double>(p[i]) - exact) / exact);
    }
    EXPECT_LT(worst, 3e-7);
    testing::Test::RecordProperty("worst", std::to_string(worst * 1e7));
  });
}

TEST(Sample, SigmoidHasTheSameBitsAtEveryLevelAndForEveryTail) {
  for_every_simd_level([](std::string_view) {
    std::uint64_t hash = 0;
    for (std::size_t size = 0; size < 40; ++size) {
      std::vector<float> p = grid();
      p.resize(p.size() - size);
      p.push_back(99);
      sigmoid_array(std::span(p).first(p.size() - 1));
      EXPECT_EQ(p.back(), 99) << "wrote past the end";
      for (const float q : p) hash = hash * 31 + std::bit_cast<std::uint32_t>(q);
    }
    EXPECT_EQ(hash, 0x714cf2ad1c3c9900);
  });
}

TEST(Sample, SigmoidSaturates) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for_every_simd_level([](std::string_view) {
    std::vector<float> p = {0, 1e30f, kInfinity, -kInfinity};
    sigmoid_array(p);
    EXPECT_EQ(p[0], 0.5f);
    EXPECT_EQ(p[1], 1.0f);
    EXPECT_EQ(p[2], 1.0f);
    EXPECT_GE(p[3], 0.0f);
    EXPECT_LT(p[3], 1e-34f);
  });
}

// With every random number once, the number of bits follows the probability, and they are where the numbers
// are small.
TEST(Sample, BitsFollowTheProbability) {
  std::vector<std::uint16_t> random(65536);
  for (std::size_t i = 0; i < random.size(); ++i) random[i] = static_cast<std::uint16_t>(i * 40503);
  for_every_simd_level([&](std::string_view) {
    for (const float q : {0.0f, 1e-9f, 0.25f, 0.7f, 1.0f}) {
      const std::vector<float> p(random.size(), q);
      std::vector<std::uint64_t> bits(random.size() / 64);
      sample_bits(p, random, bits);
      std::size_t ones = 0;
      for (std::size_t i = 0; i < random.size(); ++i) {
        const bool bit = bits[i / 64] >> i % 64 & 1;
        ones += bit;
        EXPECT_EQ(bit, static_cast<float>(random[i]) + 0.5f < 65536 * q);
      }
      EXPECT_EQ(ones, static_cast<std::size_t>(std::lround(65536 * q)));
    }
    for (const unsigned grey : {0u, 1u, 128u, 255u}) {
      const std::vector<std::uint8_t> pixels(random.size(), static_cast<std::uint8_t>(grey));
      std::vector<std::uint64_t> bits(random.size() / 64);
      sample_pixels(pixels, random, bits);
      for (std::size_t i = 0; i < random.size(); ++i) {
        EXPECT_EQ(bits[i / 64] >> i % 64 & 1, random[i] < 257 * grey);
      }
    }
  });
}

}  // namespace
}  // namespace bitbasin::sample_bits_test
