// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/log_h.h"

#include <gtest/gtest.h>

#include <bit>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cfloat>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>

namespace bitbasin::log_h_test {
namespace {

// 50 digits: the definition of g'' loses 7 of them at x = 40.
using Exact = boost::multiprecision::cpp_bin_float_50;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct ExactLogH {
  Exact log_h, h, g, g_prime, g_second;
};

ExactLogH exact(double at) {
  const Exact x = at;
  const Exact h = boost::math::erfc(x / sqrt(Exact(2))) / 2;
  const Exact left = boost::math::erfc(-x / sqrt(Exact(2))) / 2;  // 1 - H
  const Exact g = exp(-x * x / 2) / sqrt(2 * boost::math::constants::pi<Exact>()) / h;
  const Exact d = g - x;
  return {at < 0 ? Exact(log1p(-left)) : Exact(log(h)), h, g, g * d, g * (d * (2 * d + x) - 1)};
}

// The largest relative errors. Values that underflow, and values computed from them, do not count.
struct Worst {
  double log_h = 0, h = 0, g = 0, g_prime = 0, g_second = 0;

  void check(double x) {
    const ExactLogH truth = exact(x);
    const LogH terms = log_h_terms(x);
    const auto note = [](double& worst, double value, const Exact& right, const Exact& smallest) {
      if (smallest < DBL_MIN) return;
      worst = std::max(worst, abs((value - right) / right).convert_to<double>());
    };
    note(log_h, terms.log_h, truth.log_h, -truth.log_h);
    note(h, gaussian_tail(x), truth.h, truth.h);
    note(g, terms.g, truth.g, truth.g);
    note(g_prime, terms.g_prime, truth.g_prime, truth.g);
    note(g_second, terms.g_second, truth.g_second, truth.g);
  }
};

TEST(LogH, AllTermsAreAccurateFromMinusFortyToForty) {
  Worst worst;
  for (double x = -40; x <= 40; x += 0.0617) worst.check(x);
  std::uint64_t state = 1;  // random points, a linear congruential generator is enough
  for (int i = 0; i < 1000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    worst.check(static_cast<double>(state >> 11) * 0x1p-53 * 80 - 40);
  }
  for (double x = 1; x > 1e-18; x /= 3) {
    worst.check(x);
    worst.check(-x);
  }
  worst.check(0.0);
  EXPECT_LT(worst.log_h, 1e-14);
  EXPECT_LT(worst.h, 1e-14);
  EXPECT_LT(worst.g, 1e-14);
  EXPECT_LT(worst.g_prime, 1e-14);
  EXPECT_LT(worst.g_second, 1e-14);
  RecordProperty("log_h", std::to_string(worst.log_h * 1e15));
  RecordProperty("h", std::to_string(worst.h * 1e15));
  RecordProperty("g", std::to_string(worst.g * 1e15));
  RecordProperty("g_prime", std::to_string(worst.g_prime * 1e15));
  RecordProperty("g_second", std::to_string(worst.g_second * 1e15));
}

TEST(LogH, OneTermAloneIsTheSame) {
  for (double x = -40; x <= 40; x += 0.37) {
    EXPECT_EQ(log_h(x), log_h_terms(x).log_h) << x;
    EXPECT_EQ(hazard(x), log_h_terms(x).g) << x;
  }
}

TEST(LogH, KnownValues) {
  EXPECT_DOUBLE_EQ(gaussian_tail(0), 0.5);
  EXPECT_DOUBLE_EQ(log_h(0), -std::log(2.0));
  EXPECT_DOUBLE_EQ(hazard(0), std::sqrt(2 / std::acos(-1.0)));
  EXPECT_NEAR(gaussian_tail(1.96), 0.0249978951482204, 1e-16);
}

// The derivatives are those of log H, by central differences.
TEST(LogH, TermsAreDerivatives) {
  for (double x = -6; x <= 30; x += 0.7) {
    const double step = 1e-4;
    const LogH before = log_h_terms(x - step);
    const LogH at = log_h_terms(x);
    const LogH after = log_h_terms(x + step);
    EXPECT_NEAR((after.log_h - before.log_h) / (2 * step), -at.g, 1e-7 * (1 + at.g));
    EXPECT_NEAR((after.g - before.g) / (2 * step), at.g_prime, 1e-7);
    EXPECT_NEAR((after.g_prime - before.g_prime) / (2 * step), at.g_second, 1e-7);
  }
}

TEST(LogH, FarOutItKeepsItsLimits) {
  EXPECT_EQ(log_h(-40), 0.0);  // log H(-40) = -3.7e-350
  EXPECT_EQ(hazard(-40), 0.0);
  EXPECT_EQ(gaussian_tail(-40), 1.0);
  EXPECT_EQ(gaussian_tail(40), 0.0);
  EXPECT_LT(log_h(-38), 0.0);
  for (const double x : {1e3, 1e6, 9.99e8, 1e9, 1e12, 1e100}) {
    const LogH terms = log_h_terms(x);
    EXPECT_DOUBLE_EQ(terms.log_h, -x * x / 2 - std::log(std::sqrt(2 * std::acos(-1.0)) * (x + 1 / x)));
    EXPECT_DOUBLE_EQ(terms.g, x + 1 / x - 2 / (x * x * x));
    EXPECT_NEAR(terms.g_prime, 1 - 1 / (x * x), 1e-11);
    EXPECT_NEAR(terms.g_second * x * x * x, 2, 1e-4);
  }
  const LogH right = log_h_terms(kInfinity);
  EXPECT_EQ(right.log_h, -kInfinity);
  EXPECT_EQ(right.g, kInfinity);
  EXPECT_EQ(right.g_prime, 1);
  EXPECT_EQ(right.g_second, 0);
  EXPECT_EQ(log_h(-kInfinity), 0);
  EXPECT_EQ(hazard(-kInfinity), 0);
  EXPECT_EQ(gaussian_tail(-kInfinity), 1);
  EXPECT_TRUE(std::isnan(log_h(std::nan(""))));
  EXPECT_TRUE(std::isnan(gaussian_tail(std::nan(""))));
  EXPECT_TRUE(std::isnan(hazard(std::nan(""))));
}

}  // namespace
}  // namespace bitbasin::log_h_test
