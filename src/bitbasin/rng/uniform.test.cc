// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/uniform.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitbasin::uniform_test {
namespace {

TEST(Uniform, ValuesAreFrozen) {
  Stream stream(1, purpose("test.uniform"));
  EXPECT_EQ(uniform01(stream), 0x1.be5414fcba36ap-2);
  EXPECT_EQ(uniform_open(stream), 0x1.9b03aec640d1ep-2);
  EXPECT_EQ(uniform_below(stream, 1000), 145u);
  EXPECT_EQ(coin(stream, 0.25), false);
  EXPECT_EQ(random_sign(stream), 1);
  EXPECT_EQ(stream.position(), 5u);
}

TEST(Uniform, RealsHaveTheMomentsOfTheUniformDistribution) {
  Stream stream(2, purpose("test.uniform"));
  constexpr int kDraws = 200000;
  for (const bool open : {false, true}) {
    double sum = 0;
    double square = 0;
    for (int i = 0; i < kDraws; ++i) {
      const double u = open ? uniform_open(stream) : uniform01(stream);
      ASSERT_GE(u, 0);
      ASSERT_LT(u, 1);
      ASSERT_FALSE(open && u == 0);
      sum += u;
      square += u * u;
    }
    // Standard errors: sqrt(1/12) / sqrt(n) and sqrt(4/45) / sqrt(n).
    EXPECT_NEAR(sum / kDraws, 1.0 / 2, 5 * std::sqrt(1.0 / 12 / kDraws));
    EXPECT_NEAR(square / kDraws, 1.0 / 3, 5 * std::sqrt(4.0 / 45 / kDraws));
  }
}

TEST(Uniform, IntegersCoverTheirRangeEvenly) {
  Stream stream(3, purpose("test.uniform"));
  for (const std::uint64_t bound : {1u, 2u, 3u, 7u, 10u, 64u, 1000u}) {
    std::vector<double> counts(bound, 0.0);
    const double draws = 50000;
    for (int i = 0; i < 50000; ++i) {
      const std::uint64_t value = uniform_below(stream, bound);
      ASSERT_LT(value, bound);
      counts[value] += 1;
    }
    const double expected = draws / static_cast<double>(bound);
    double chi2 = 0;
    for (const double count : counts) chi2 += (count - expected) * (count - expected) / expected;
    const auto freedom = static_cast<double>(bound - 1);
    EXPECT_NEAR(chi2, freedom, 6 * std::sqrt(2 * freedom + 1)) << "bound " << bound;
  }
}

// With bound = 3 * 2^62 the plain multiplication would give every third value twice as often as the others;
// the rejection discards a quarter of the words.
TEST(Uniform, LargeBoundsAreNotBiased) {
  Stream stream(4, purpose("test.uniform"));
  constexpr std::uint64_t kBound = std::uint64_t{3} << 62;
  constexpr int kDraws = 90000;
  std::vector<double> residues(3, 0.0);
  for (int i = 0; i < kDraws; ++i) residues[uniform_below(stream, kBound) % 3] += 1;
  for (const double count : residues) EXPECT_NEAR(count, kDraws / 3.0, 5 * std::sqrt(kDraws * 2.0 / 9));
  EXPECT_NEAR(static_cast<double>(stream.position()), kDraws * 4.0 / 3, 5 * std::sqrt(kDraws * 4.0 / 9));
  EXPECT_LT(uniform_below(stream, ~std::uint64_t{0}), ~std::uint64_t{0});
}

TEST(Uniform, CoinsAndSignsHaveTheirProbability) {
  Stream stream(5, purpose("test.uniform"));
  constexpr int kDraws = 100000;
  for (const double p : {0.001, 0.25, 0.5, 0.9}) {
    int heads = 0;
    for (int i = 0; i < kDraws; ++i) heads += coin(stream, p);
    EXPECT_NEAR(heads, p * kDraws, 5 * std::sqrt(p * (1 - p) * kDraws)) << p;
  }
  for (int i = 0; i < 1000; ++i) {
    EXPECT_FALSE(coin(stream, 0.0));
    EXPECT_TRUE(coin(stream, 1.0));
  }
  int sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += random_sign(stream);
  EXPECT_NEAR(sum, 0, 5 * std::sqrt(kDraws));
}

}  // namespace
}  // namespace bitbasin::uniform_test
