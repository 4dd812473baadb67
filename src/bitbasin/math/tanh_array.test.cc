// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/tanh_array.h"

#include <gtest/gtest.h>

#include <bit>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bitbasin/math/every_target.test.h"

namespace bitbasin::tanh_array_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> tanh_of(const std::vector<double>& theta) {
  std::vector<double> m(theta.size());
  tanh_array(theta, m);
  return m;
}

// Dense to where it saturates, and down to the smallest number, with both signs.
std::vector<double> grid() {
  std::vector<double> theta;
  for (int i = 0; i <= 20000; ++i) theta.push_back((i - 10000) / 450.0);
  for (double tiny = 1; tiny > 0; tiny /= 3) {
    theta.push_back(tiny);
    theta.push_back(-tiny);
  }
  return theta;
}

TEST(TanhArray, IsTanhAtEveryLevel) {
  const std::vector<double> theta = grid();
  for_every_target([&] {
    const std::vector<double> m = tanh_of(theta);
    double worst = 0;
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const long double exact = std::tanh(static_cast<long double>(theta[i]));
      if (std::abs(theta[i]) < DBL_MIN) {
        EXPECT_EQ(m[i], theta[i]);
      } else {
        worst = std::max(worst, static_cast<double>(std::abs((m[i] - exact) / exact)));
      }
    }
    EXPECT_LT(worst, 1e-13);
    testing::Test::RecordProperty("worst", std::to_string(worst * 1e14));
  });
}

TEST(TanhArray, EveryLevelHasTheSameBits) {
  const std::vector<double> theta = grid();
  for_every_target([&] {
    std::uint64_t hash = 0;
    for (const double m : tanh_of(theta)) hash = hash * 31 + std::bit_cast<std::uint64_t>(m);
    EXPECT_EQ(hash, 0x735eb0f1d13723a6);
  });
}

TEST(TanhArray, SizesTailsAlignmentAndAliasing) {
  for_every_target([&] {
    for (std::size_t size = 0; size <= 40; ++size) {
      for (std::size_t offset = 0; offset < 3; ++offset) {
        std::vector<double> theta(size + offset + 1, 99.0);
        for (std::size_t i = 0; i < size; ++i) theta[offset + i] = std::sin(static_cast<double>(i)) * 3;
        std::vector<double> expected;
        for (std::size_t i = 0; i < size; ++i) expected.push_back(tanh_of({theta[offset + i]})[0]);
        const auto part = std::span(theta).subspan(offset, size);
        tanh_array(part, part);
        EXPECT_EQ(std::vector<double>(part.begin(), part.end()), expected);
        for (std::size_t i = 0; i < offset; ++i) EXPECT_EQ(theta[i], 99.0);
        EXPECT_EQ(theta.back(), 99.0) << "wrote past the end";
      }
    }
  });
}

TEST(TanhArray, SaturatesAndKeepsSigns) {
  for_every_target([&] {
    EXPECT_EQ(tanh_of({20.0, 1e300, kInfinity}), (std::vector<double>{1, 1, 1}));
    EXPECT_EQ(tanh_of({-20.0, -1e300, -kInfinity}), (std::vector<double>{-1, -1, -1}));
    EXPECT_EQ(tanh_of({0.0})[0], 0.0);
    EXPECT_TRUE(std::signbit(tanh_of({-0.0})[0]));
    EXPECT_TRUE(std::isnan(tanh_of({std::nan("")})[0]));
    for (const double m : tanh_of(grid())) EXPECT_LE(std::abs(m), 1.0);
  });
}

}  // namespace
}  // namespace bitbasin::tanh_array_test
