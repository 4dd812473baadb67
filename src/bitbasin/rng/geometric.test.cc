// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/geometric.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bitbasin/base/error.h"

namespace bitbasin::geometric_test {
namespace {

TEST(Geometric, ValuesAreFrozen) {
  Stream stream(1, purpose("test.geometric"));
  const GeometricSkips skips(0.01);
  std::vector<std::uint64_t> values(6);
  for (std::uint64_t& value : values) value = skips.next(stream);
  EXPECT_EQ(values, (std::vector<std::uint64_t>{131, 53, 291, 57, 11, 15}));
  EXPECT_EQ(stream.position(), values.size());
}

TEST(Geometric, HasMeanAndVarianceOfTheDistribution) {
  constexpr int kDraws = 100000;
  for (const double p : {1e-9, 1e-4, 0.03, 0.5, 0.97}) {
    Stream stream(2, purpose("test.geometric"));
    const GeometricSkips skips(p);
    double sum = 0;
    double square = 0;
    for (int i = 0; i < kDraws; ++i) {
      const auto skip = static_cast<double>(skips.next(stream));
      sum += skip;
      square += skip * skip;
    }
    const double mean = (1 - p) / p;
    const double variance = (1 - p) / (p * p);
    EXPECT_NEAR(sum / kDraws, mean, 5 * std::sqrt(variance / kDraws)) << p;
    EXPECT_NEAR(square / kDraws - mean * mean, variance, 0.1 * variance) << p;
  }
}

TEST(Geometric, SmallValuesHaveTheirProbabilities) {
  constexpr int kDraws = 100000;
  const double p = 0.4;
  Stream stream(3, purpose("test.geometric"));
  const GeometricSkips skips(p);
  std::vector<double> counts(12, 0.0);
  for (int i = 0; i < kDraws; ++i) {
    const std::uint64_t skip = skips.next(stream);
    if (skip < counts.size()) counts[skip] += 1;
  }
  double q = p;
  for (const double count : counts) {
    EXPECT_NEAR(count, q * kDraws, 5 * std::sqrt(q * (1 - q) * kDraws));
    q *= 1 - p;
  }
}

TEST(Geometric, EdgesAreExact) {
  Stream stream(4, purpose("test.geometric"));
  int huge = 0;
  for (int i = 0; i < 1000; ++i) {
    EXPECT_EQ(GeometricSkips(1.0).next(stream), 0u);
    EXPECT_EQ(GeometricSkips(0.0).next(stream), GeometricSkips::kNever);
    huge += GeometricSkips(1e-30).next(stream) == GeometricSkips::kNever;
  }
  EXPECT_EQ(stream.position(), 3000u);
  EXPECT_EQ(huge, 1000);  // about 1e30 trials: saturates
  for (const double p : {-0.1, 1.5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(GeometricSkips{p}, Error);
  }
}

}  // namespace
}  // namespace bitbasin::geometric_test
