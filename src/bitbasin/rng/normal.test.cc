// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/normal.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace bitbasin::normal_test {
namespace {

TEST(Normal, ValuesAreFrozen) {
  Stream stream(1, purpose("test.normal"));
  std::vector<double> values(3);
  fill_normal(stream, values);
  EXPECT_EQ(values,
            (std::vector<double>{0x1.efee93e905b08p-2, -0x1.69fbe34f21e91p-1, -0x1.fa344d473042fp-2}));
}

TEST(Normal, OneDeviateIsTheFirstOfAPair) {
  Stream a(1, purpose("test.normal"));
  Stream b = a;
  for (int i = 0; i < 10; ++i) EXPECT_EQ(normal(a), normal_pair(b).first);
}

TEST(Normal, MomentsAreThoseOfTheStandardNormal) {
  constexpr std::size_t kDraws = 400001;
  std::vector<double> values(kDraws);
  Stream stream(2, purpose("test.normal"));
  fill_normal(stream, values);
  const double expected[] = {0, 1, 0, 3, 0, 15};         // E z^k, k = 1 .. 6
  const double variance[] = {1, 2, 15, 96, 945, 10170};  // of z^k
  for (int k = 1; k <= 6; ++k) {
    double sum = 0;
    for (const double z : values) sum += std::pow(z, k);
    EXPECT_NEAR(sum / kDraws, expected[k - 1], 5 * std::sqrt(variance[k - 1] / kDraws)) << "moment " << k;
  }
  double product = 0;
  for (std::size_t i = 0; i + 1 < kDraws; i += 2) product += values[i] * values[i + 1];
  EXPECT_NEAR(product / (kDraws / 2), 0, 5 / std::sqrt(kDraws / 2)) << "the two of a pair";
}

TEST(Normal, TheDistributionFunctionIsRight) {
  constexpr std::size_t kDraws = 200000;
  std::vector<double> values(kDraws);
  Stream stream(3, purpose("test.normal"));
  fill_normal(stream, values);
  for (double x = -3.5; x <= 3.5; x += 0.25) {
    std::uint64_t below = 0;
    for (const double z : values) below += z < x;
    const double p = std::erfc(-x / std::sqrt(2.0)) / 2;
    EXPECT_NEAR(static_cast<double>(below) / kDraws, p, 5 * std::sqrt(p * (1 - p) / kDraws)) << x;
  }
}

}  // namespace
}  // namespace bitbasin::normal_test
