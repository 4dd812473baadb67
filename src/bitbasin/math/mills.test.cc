// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/mills.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bitbasin/math/every_target.test.h"
#include "bitbasin/math/log_h.h"

namespace bitbasin::mills_test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

std::vector<double> mills(const std::vector<double>& x) {
  std::vector<double> g(x.size());
  mills_g(x, g);
  return g;
}

// From -40 to 40, dense, and tiny values of both signs.
std::vector<double> grid() {
  std::vector<double> x;
  for (int i = 0; i <= 40000; ++i) x.push_back(-40 + i / 500.0 + 1e-7 * (i * 7919 % 997));
  for (double tiny = 1; tiny > 1e-320; tiny /= 7) {
    x.push_back(tiny);
    x.push_back(-tiny);
  }
  return x;
}

TEST(Mills, IsTheHazardFunctionAtEveryLevel) {
  const std::vector<double> x = grid();
  for_every_target([&] {
    const std::vector<double> g = mills(x);
    double worst = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double exact = hazard(x[i]);  // good to 1e-14, see log_h.test.cc
      if (x[i] >= -37.5) {
        worst = std::max(worst, std::abs(g[i] / exact - 1));
      } else {
        EXPECT_NEAR(g[i], exact, 1e-12 * exact + 1e-321) << x[i];  // subnormal, or 0
      }
    }
    EXPECT_LT(worst, 1e-12);
    testing::Test::RecordProperty("worst", std::to_string(worst * 1e13));
  });
}

TEST(Mills, EveryLevelHasTheSameBits) {
  const std::vector<double> x = grid();
  for_every_target([&] {
    std::uint64_t hash = 0;
    for (const double g : mills(x)) hash = hash * 31 + std::bit_cast<std::uint64_t>(g);
    EXPECT_EQ(hash, 0x9c33b3dede4c70c1);
  });
}

// Neither the position of a value in the array nor writing the result in place makes a difference.
TEST(Mills, SizesTailsAlignmentAndAliasing) {
  for_every_target([&] {
    for (std::size_t size = 0; size <= 40; ++size) {
      for (std::size_t offset = 0; offset < 3; ++offset) {
        std::vector<double> x(size + offset + 1, 99.0);
        for (std::size_t i = 0; i < size; ++i) x[offset + i] = std::sin(static_cast<double>(i)) * 9;
        std::vector<double> expected;
        for (std::size_t i = 0; i < size; ++i) expected.push_back(mills({x[offset + i]})[0]);
        const auto part = std::span(x).subspan(offset, size);
        mills_g(part, part);
        EXPECT_EQ(std::vector<double>(part.begin(), part.end()), expected);
        for (std::size_t i = 0; i < offset; ++i) EXPECT_EQ(x[i], 99.0);
        EXPECT_EQ(x.back(), 99.0) << "wrote past the end";
      }
    }
  });
}

TEST(Mills, KeepsItsLimits) {
  for_every_target([&] {
    EXPECT_EQ(mills({-kInfinity, -1e300, -60.0, -39.0}), (std::vector<double>{0, 0, 0, 0}));
    EXPECT_EQ(mills({1e10, 1e300, kInfinity}), (std::vector<double>{1e10, 1e300, kInfinity}));
    EXPECT_DOUBLE_EQ(mills({1e8})[0], 1e8);
    EXPECT_EQ(mills({0.0}), mills({-0.0}));
    EXPECT_TRUE(std::isnan(mills({std::nan("")})[0]));
  });
}

}  // namespace
}  // namespace bitbasin::mills_test
