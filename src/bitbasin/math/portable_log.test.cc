// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/portable_log.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bitbasin::portable_log_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The error of `value` in units of the spacing of doubles at `exact`.
double ulps(double value, const Exact& exact) {
  const double nearest = std::abs(exact.convert_to<double>());
  const double spacing = std::nextafter(nearest, kInfinity) - nearest;
  return abs((Exact(value) - exact) / spacing).convert_to<double>();
}

// A fixed sequence of pseudo-random words (splitmix64): rng/ is a higher layer.
struct Words {
  std::uint64_t state = 0;
  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
};

TEST(PortableLog, IsWithinOneUlp) {
  Words words;
  double worst = 0;
  for (int i = 0; i < 8000; ++i) {
    // Every positive finite double is possible, subnormals included.
    const double anywhere = std::bit_cast<double>(words() % std::bit_cast<std::uint64_t>(kInfinity));
    if (anywhere > 0) worst = std::max(worst, ulps(portable_log(anywhere), log(Exact(anywhere))));
    const double unit = static_cast<double>(words() >> 11) * 0x1p-53;  // what rng/ asks for
    if (unit > 0) worst = std::max(worst, ulps(portable_log(unit), log(Exact(unit))));
    const double near_one = 1 + (unit - 0.5) * std::ldexp(1.0, -static_cast<int>(words() % 50));
    if (near_one != 1) worst = std::max(worst, ulps(portable_log(near_one), log(Exact(near_one))));
  }
  for (double x = 0.5; x < 2; x += 1.0 / 4096) {
    if (x != 1) worst = std::max(worst, ulps(portable_log(x), log(Exact(x))));
  }
  EXPECT_LT(worst, 1.0);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(PortableLog, Log1pIsWithinOneAndAHalfUlp) {
  Words words;
  double worst = 0;
  for (int i = 0; i < 8000; ++i) {
    const double magnitude = std::bit_cast<double>(words() % std::bit_cast<std::uint64_t>(kInfinity));
    if (magnitude > 1e-300) worst = std::max(worst, ulps(portable_log1p(magnitude), log1p(Exact(magnitude))));
    const double unit = static_cast<double>(words() >> 11) * 0x1p-53;
    const double small = (2 * unit - 1) * std::ldexp(1.0, -static_cast<int>(words() % 80));
    if (small != 0) worst = std::max(worst, ulps(portable_log1p(small), log1p(Exact(small))));
  }
  for (double x = -1 + 1.0 / 4096; x < 8; x += 1.0 / 4096) {
    if (x != 0) worst = std::max(worst, ulps(portable_log1p(x), log1p(Exact(x))));
  }
  EXPECT_LT(worst, 1.5);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(PortableLog, EdgesAreThoseOfTheStandard) {
  EXPECT_EQ(portable_log(1.0), 0.0);
  EXPECT_EQ(portable_log(0.0), -kInfinity);
  EXPECT_EQ(portable_log(-0.0), -kInfinity);
  EXPECT_EQ(portable_log(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_log(-1.0)));
  EXPECT_TRUE(std::isnan(portable_log(std::nan(""))));
  EXPECT_NEAR(portable_log(DBL_TRUE_MIN), std::log(DBL_TRUE_MIN), 1e-12);
  EXPECT_NEAR(portable_log(DBL_MAX), std::log(DBL_MAX), 1e-12);

  EXPECT_EQ(portable_log1p(0.0), 0.0);
  EXPECT_TRUE(std::signbit(portable_log1p(-0.0)));
  EXPECT_EQ(portable_log1p(-1.0), -kInfinity);
  EXPECT_EQ(portable_log1p(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_log1p(-1.5)));
  EXPECT_TRUE(std::isnan(portable_log1p(std::nan(""))));
  EXPECT_EQ(portable_log1p(DBL_TRUE_MIN), DBL_TRUE_MIN);
  EXPECT_EQ(portable_log1p(-1e-300), -1e-300);
}

// The bits themselves, so that a compiler or a machine that rounds differently is noticed.
TEST(PortableLog, BitsAreFrozen) {
  EXPECT_EQ(portable_log(2.0), 0x1.62e42fefa39efp-1);
  EXPECT_EQ(portable_log(0.1), -0x1.26bb1bbb55515p+1);
  EXPECT_EQ(portable_log(1e300), 0x1.5963447f87fb5p+9);
  EXPECT_EQ(portable_log1p(-0.01), -0x1.495453e6fd4b7p-7);
  std::uint64_t hash = 0;
  Words words;
  for (int i = 0; i < 100000; ++i) {
    const double x = static_cast<double>(words() >> 11) * 0x1p-53;
    hash = hash * 31 + std::bit_cast<std::uint64_t>(portable_log(x));
    hash = hash * 31 + std::bit_cast<std::uint64_t>(portable_log1p(-x));
  }
  EXPECT_EQ(hash, 0x709edfce18723866);
}

}  // namespace
}  // namespace bitbasin::portable_log_test
