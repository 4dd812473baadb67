// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/linear_bits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::linear_bits_test {
namespace {

bool simple_bit(const LinearBits& units, std::size_t j, const std::uint8_t* image) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < units.inputs; ++i) sum += units.weights[j * units.inputs + i] * image[i];
  return sum > units.thresholds[j];
}

LinearBits random_units(std::size_t inputs, std::size_t outputs, int largest) {
  Stream stream(7, purpose("test.linear_bits"), inputs * 1000 + outputs);
  LinearBits units{inputs, outputs, std::vector<std::int16_t>(inputs * outputs),
                   std::vector<std::int32_t>(outputs)};
  const auto draw = [&](int bound) {
    return static_cast<int>(uniform_below(stream, static_cast<std::uint64_t>(2 * bound + 1))) - bound;
  };
  for (std::int16_t& w : units.weights) w = static_cast<std::int16_t>(draw(largest));
  for (std::int32_t& t : units.thresholds) t = draw(largest * 100);
  return units;
}

std::vector<std::uint8_t> random_pixels(std::size_t size) {
  Stream stream(8, purpose("test.linear_bits"), size);
  std::vector<std::uint8_t> pixels(size);
  for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(stream.next());
  return pixels;
}

TEST(LinearBits, KernelAgreesWithADoubleLoop) {
  for (const std::size_t inputs : {1u, 2u, 7u, 64u, 101u}) {
    for (const std::size_t outputs : {1u, 15u, 16u, 17u, 100u}) {
      for (const std::size_t count : {1u, 5u, 12u, 49u}) {
        const LinearBits units = random_units(inputs, outputs, 1000);
        const std::vector<std::uint8_t> pixels = random_pixels(count * inputs);
        for_every_simd_level([&](std::string_view) {
          constexpr std::size_t kFirst = 57;  // so that blocks cross words
          BitMatrix out(count + 1, kFirst + outputs);
          PackedLinearBits(units, 1).apply(pixels.data(), count, out, 1, kFirst);
          for (std::size_t k = 0; k < count; ++k) {
            for (std::size_t j = 0; j < outputs; ++j) {
              ASSERT_EQ(out.get(k + 1, kFirst + j), simple_bit(units, j, pixels.data() + k * inputs))
                  << inputs << " " << outputs << " " << k << " " << j;
            }
          }
          BitMatrix cleared = out;  // nothing else was touched
          for (std::size_t k = 0; k < count; ++k) {
            for (std::size_t j = 0; j < outputs; ++j) cleared.set(k + 1, kFirst + j, false);
          }
          EXPECT_EQ(cleared, BitMatrix(count + 1, kFirst + outputs));
        });
      }
    }
  }
}

TEST(LinearBits, SeveralThresholdsGiveTheDigitsOfANumber) {
  constexpr std::size_t kInputs = 30, kOutputs = 37, kCount = 20;
  for (const std::size_t depth : {2u, 3u, 4u}) {
    const std::size_t levels = (std::size_t{1} << depth) - 1;
    LinearBits units = random_units(kInputs, kOutputs, 100);
    units.thresholds.resize(kOutputs * levels);
    for (std::size_t t = 0; t < units.thresholds.size(); ++t) {
      units.thresholds[t] = static_cast<std::int32_t>(t % levels * 8000) - 30000;
    }
    const std::vector<std::uint8_t> pixels = random_pixels(kCount * kInputs);
    for_every_simd_level([&](std::string_view) {
      BitMatrix out(kCount * depth, kOutputs);
      PackedLinearBits(units, depth).apply(pixels.data(), kCount, out, 0, 0);
      for (std::size_t k = 0; k < kCount; ++k) {
        for (std::size_t j = 0; j < kOutputs; ++j) {
          std::int64_t sum = 0;
          for (std::size_t i = 0; i < kInputs; ++i) {
            sum += units.weights[j * kInputs + i] * pixels[k * kInputs + i];
          }
          std::size_t expected = 0, value = 0;
          for (std::size_t t = 0; t < levels; ++t) expected += sum > units.thresholds[j * levels + t];
          for (std::size_t p = 0; p < depth; ++p) value |= std::size_t{out.get(k * depth + p, j)} << p;
          ASSERT_EQ(value, expected) << k << " " << j;
        }
      }
    });
  }
}

TEST(LinearBits, TheLargestSumsAreExact) {
  const std::size_t inputs = 256;
  for (const int sign : {-1, 1}) {
    LinearBits units{inputs, 3,
                     std::vector<std::int16_t>(3 * inputs, static_cast<std::int16_t>(sign * 32767)),
                     std::vector<std::int32_t>(3)};
    const std::int32_t sum = sign * 32767 * 255 * 256;
    units.thresholds = {sum - 1, sum, sum + 1};
    EXPECT_TRUE(sums_fit(units));
    const std::vector<std::uint8_t> pixels(inputs, 255);
    for_every_simd_level([&](std::string_view) {
      BitMatrix out(1, 3);
      PackedLinearBits(units, 1).apply(pixels.data(), 1, out, 0, 0);
      EXPECT_TRUE(out.get(0, 0));
      EXPECT_FALSE(out.get(0, 1));
      EXPECT_FALSE(out.get(0, 2));
    });
  }
}

TEST(LinearBits, QuantizedUnitsKeepTheirDecisions) {
  constexpr std::size_t kInputs = 784;
  constexpr std::size_t kOutputs = 40;
  Stream stream(3, purpose("test.quantize"));
  std::vector<float> weights(kInputs * kOutputs);
  std::vector<float> thresholds(kOutputs);
  for (float& w : weights) w = static_cast<float>(uniform01(stream) - 0.5);
  for (float& t : thresholds) t = static_cast<float>(100 * (uniform01(stream) - 0.5));
  const LinearBits units = quantize(kInputs, kOutputs, weights, thresholds);
  EXPECT_TRUE(sums_fit(units));
  const std::vector<std::uint8_t> pixels = random_pixels(50 * kInputs);
  for (std::size_t k = 0; k < 50; ++k) {
    const std::uint8_t* image = pixels.data() + k * kInputs;
    for (std::size_t j = 0; j < kOutputs; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < kInputs; ++i) sum += double{weights[j * kInputs + i]} * image[i];
      // Rounded weights are off by half of the range over 2^16 each.
      const double unsure = 0.5 * 0.5 / 10000 * 255 * std::sqrt(kInputs);
      if (std::abs(sum - thresholds[j]) < unsure) continue;
      EXPECT_EQ(simple_bit(units, j, image), sum > thresholds[j]) << k << " " << j;
    }
  }
}

TEST(LinearBits, QuantizeKeepsEveryRowInRange) {
  constexpr std::size_t kInputs = 5000;
  std::vector<float> weights(3 * kInputs, 0.0f);
  std::fill_n(weights.begin(), kInputs, 1e-30f);                // all alike: the sum is the limit
  weights[kInputs + 7] = -3e30f;                                // one alone: the weight is the limit
  const std::vector<float> thresholds{0.5e-30f, 1e38f, 0.25f};  // the third has no weights at all
  const LinearBits units = quantize(kInputs, 3, weights, thresholds);
  EXPECT_TRUE(sums_fit(units));
  EXPECT_GT(units.weights[0], 1600);
  EXPECT_EQ(units.weights[kInputs + 7], -32767);
  EXPECT_EQ(units.thresholds[1], 2147483647);
  EXPECT_EQ(units.thresholds[2], 0);
  EXPECT_EQ(units.weights[2 * kInputs], 0);
}

TEST(LinearBits, KnowsSumsThatDoNotFit) {
  LinearBits units{258, 1, std::vector<std::int16_t>(258, -32767), {0}};
  EXPECT_FALSE(sums_fit(units));
  units.weights.assign(258, -32000);
  EXPECT_TRUE(sums_fit(units));
}

}  // namespace
}  // namespace bitbasin::linear_bits_test
