// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cuda/amp_functions.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "bitbasin/bits/sign_product.h"
#include "bitbasin/math/mills.h"
#include "bitbasin/math/tanh_array.h"

namespace bitbasin::amp_functions_test {
namespace {

// Numbers of every size, and those where the functions take another way.
std::vector<double> arguments() {
  std::mt19937_64 engine(1);
  std::uniform_real_distribution<double> exponent(-12, 12), small(-60, 60);
  std::vector<double> x{0.0, -0.0, 1e9, -1e9, 1e10, -1e10, 20, -20, 50, -50, 1e300};
  for (const double edge : {1e9, 20.0, -50.0, 0.0}) {
    x.push_back(std::nextafter(edge, 1e300));
    x.push_back(std::nextafter(edge, -1e300));
  }
  for (int i = 0; i < 20000; ++i) {
    x.push_back((i % 2 == 0 ? 1 : -1) * std::pow(10.0, exponent(engine)));
    x.push_back(small(engine));
  }
  return x;
}

TEST(AmpFunctions, MillsHasTheBitsOfTheArrayFunction) {
  const std::vector<double> x = arguments();
  std::vector<double> expected(x.size());
  mills_g(x, expected);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(cuda::to_bits(cuda::mills_of(x[i])), cuda::to_bits(expected[i])) << x[i];
  }
}

TEST(AmpFunctions, TanhHasTheBitsOfTheArrayFunction) {
  const std::vector<double> x = arguments();
  std::vector<double> expected(x.size());
  tanh_array(x, expected);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_EQ(cuda::to_bits(cuda::tanh_of(x[i])), cuda::to_bits(expected[i])) << x[i];
  }
}

TEST(AmpFunctions, RoundsAsTheProductOfTheCpuDoes) {
  std::mt19937_64 engine(2);
  std::normal_distribution<double> normal;
  for (const double size : {1e-300, 1e-3, 1.0, 1e12}) {
    std::vector<double> v(1001);
    double largest = 0;
    for (double& x : v) {
      x = size * normal(engine);
      largest = std::max(largest, std::abs(x));
    }
    std::vector<std::int16_t> expected(v.size());
    const double unit = quantize(v, expected);
    EXPECT_EQ(cuda::unit_of(largest), unit);
    for (std::size_t i = 0; i < v.size(); ++i) ASSERT_EQ(cuda::rounded(v[i], largest), expected[i]) << v[i];
  }
  EXPECT_EQ(cuda::rounded(0.0, 0.0), 0);
  EXPECT_EQ(cuda::unit_of(0.0), 0.0);
}

// At N = 1,048,575 the sum over the set bits passes 2^30, and twice that passes 2^31.
TEST(AmpFunctions, SignedSumsAreRightAtTheLargestSize) {
  const std::int64_t n = 1048575, entry = kMaxEntry;
  const auto all = static_cast<std::int32_t>(n * entry);
  EXPECT_EQ(cuda::signed_sum(all, all), all);
  EXPECT_EQ(cuda::signed_sum(0, all), -all);
  EXPECT_EQ(cuda::signed_sum(all / 2, all), 2 * (all / 2) - all);
}

}  // namespace
}  // namespace bitbasin::amp_functions_test
