// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/poisson.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace bitbasin::poisson_test {
namespace {

TEST(Poisson, MeanVarianceAndFrequencies) {
  for (const double mean : {0.01, 0.7, 5.0, 16.0, 40.0}) {
    SCOPED_TRACE(mean);
    Stream stream(3, purpose("test.poisson"));
    constexpr int kDraws = 200000;
    double sum = 0, squares = 0, zeros = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto k = static_cast<double>(poisson(stream, mean));
      sum += k;
      squares += k * k;
      zeros += k == 0;
    }
    const double average = sum / kDraws;
    const double deviation = std::sqrt(mean / kDraws);
    EXPECT_NEAR(average, mean, 5 * deviation);
    const double variance = squares / kDraws - average * average;
    EXPECT_NEAR(variance, mean, 5 * std::sqrt((2 * mean * mean + mean) / kDraws));
    const double p0 = std::exp(-mean);
    EXPECT_NEAR(zeros / kDraws, p0, 5 * std::sqrt(p0 / kDraws) + 1e-9);
  }
}

TEST(Poisson, OfNothingIsNothingAndTakesNothing) {
  Stream stream(1, purpose("test.poisson"));
  EXPECT_EQ(poisson(stream, 0), 0u);
  EXPECT_EQ(stream.position(), 0u);
}

TEST(Poisson, EndsForEveryUniform) {
  // The largest uniform is 1 - 2^-53; many draws of a small mean come close enough to end the walk early.
  Stream stream(5, purpose("test.poisson"));
  for (int i = 0; i < 100000; ++i) EXPECT_LT(poisson(stream, 1e-9), 3u);
}

}  // namespace
}  // namespace bitbasin::poisson_test
