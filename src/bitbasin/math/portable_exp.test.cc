// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/portable_exp.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>

namespace bitbasin::portable_exp_test {
namespace {

using Exact = boost::multiprecision::cpp_bin_float_50;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// The error of `value` in units of the spacing of doubles at `exact`.
double ulps(double value, const Exact& exact) {
  const double nearest = exact.convert_to<double>();
  const double spacing = std::nextafter(nearest, kInfinity) - nearest;
  return abs((Exact(value) - exact) / spacing).convert_to<double>();
}

TEST(PortableExp, IsWithinOneUlp) {
  double worst = 0;
  const auto check = [&](double x) { worst = std::max(worst, ulps(portable_exp(x), exp(Exact(x)))); };
  for (double x = -745; x < 709.7; x += 0.0937) check(x);
  for (double x = -2; x < 2; x += 1.0 / 2048 + 1e-9) check(x);
  for (double x = 1; x > 1e-20; x *= 0.9) {
    check(x);
    check(-x);
  }
  EXPECT_LT(worst, 1.0);
  RecordProperty("worst_ulps", std::to_string(worst));
}

TEST(PortableExp, EdgesAreThoseOfTheStandard) {
  EXPECT_EQ(portable_exp(0.0), 1.0);
  EXPECT_EQ(portable_exp(-0.0), 1.0);
  EXPECT_EQ(portable_exp(-kInfinity), 0.0);
  EXPECT_EQ(portable_exp(kInfinity), kInfinity);
  EXPECT_TRUE(std::isnan(portable_exp(std::nan(""))));
  EXPECT_EQ(portable_exp(710), kInfinity);
  EXPECT_LT(portable_exp(709.782712893), kInfinity);  // just below ln DBL_MAX
  EXPECT_EQ(portable_exp(709.782712894), kInfinity);
  EXPECT_EQ(portable_exp(-746), 0.0);
  EXPECT_EQ(portable_exp(-745.13), DBL_TRUE_MIN);
  EXPECT_EQ(portable_exp(-745.14), 0.0);
}

// The bits themselves, so that a compiler or a machine that rounds differently is noticed.
TEST(PortableExp, BitsAreFrozen) {
  EXPECT_EQ(portable_exp(1.0), 0x1.5bf0a8b14576ap+1);
  std::uint64_t hash = 0;
  for (int i = 0; i < 100000; ++i) {
    hash = hash * 31 + std::bit_cast<std::uint64_t>(portable_exp(0.0137 * i - 740));
    hash = hash * 31 + std::bit_cast<std::uint64_t>(portable_exp(1e-5 * i - 0.5));
  }
  EXPECT_EQ(hash, 0xc6b99c301015b23e);
}

}  // namespace
}  // namespace bitbasin::portable_exp_test
