// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/statistics.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "bitbasin/base/error.h"

namespace bitbasin::statistics_test {
namespace {

// A fixed sequence of pseudo-random words (splitmix64): rng/ is a higher layer.
struct Words {
  std::uint64_t state = 0;
  std::uint64_t operator()() {
    std::uint64_t z = state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
  }
  double uniform() { return static_cast<double>((*this)() >> 11) * 0x1p-53; }
  double normal() {  // the sum of 12 uniforms is near enough
    double sum = -6;
    for (int i = 0; i < 12; ++i) sum += uniform();
    return sum;
  }
};

TEST(Statistics, MeanAndItsError) {
  const MeanError m = mean_and_error(std::vector<double>{1, 2, 3, 4});
  EXPECT_DOUBLE_EQ(m.mean, 2.5);
  EXPECT_DOUBLE_EQ(m.standard_error, std::sqrt(5.0 / 3 / 4));
  EXPECT_DOUBLE_EQ(mean_and_error(std::vector<double>{7}).mean, 7);
  EXPECT_TRUE(std::isnan(mean_and_error(std::vector<double>{7}).standard_error));
  EXPECT_DOUBLE_EQ(mean_and_error(std::vector<double>{1e9 + 1, 1e9 + 3}).standard_error, 1);
  EXPECT_THROW(mean_and_error({}), Error);
}

TEST(Statistics, QuantilesInterpolate) {
  const std::vector<double> values{40, 10, 30, 20};
  EXPECT_EQ(quantile(values, 0), 10);
  EXPECT_EQ(quantile(values, 1), 40);
  EXPECT_DOUBLE_EQ(quantile(values, 0.25), 17.5);
  EXPECT_DOUBLE_EQ(median(values), 25);
  EXPECT_EQ(median(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(median(std::vector<double>{5}), 5);
  EXPECT_THROW(median({}), Error);
  EXPECT_THROW(quantile(values, 1.1), Error);
  EXPECT_THROW(quantile(values, std::nan("")), Error);
}

// The interval is where the score test does not reject: |p_hat - p| = z sqrt(p (1 - p) / n) at both ends.
TEST(Statistics, WilsonIntervalSolvesTheScoreEquation) {
  for (const std::uint64_t n : {1u, 10u, 50u, 1000u}) {
    for (std::uint64_t k = 0; k <= n; k += 1 + n / 7) {
      const double p_hat = static_cast<double>(k) / static_cast<double>(n);
      const auto [low, high] = wilson_interval(k, n, 1.5);
      for (const double p : {low, high}) {
        EXPECT_NEAR(std::abs(p_hat - p), 1.5 * std::sqrt(p * (1 - p) / static_cast<double>(n)), 1e-12);
      }
      EXPECT_LE(low, p_hat);
      EXPECT_GE(high, p_hat);
    }
  }
  // 10 of 10 at 95 percent: from 1 / (1 + z^2 / 10) to 1.
  EXPECT_NEAR(wilson_interval(10, 10).low, 1 / (1 + kZ95 * kZ95 / 10), 1e-15);
  EXPECT_EQ(wilson_interval(10, 10).high, 1);
  EXPECT_EQ(wilson_interval(0, 10).low, 0);
  EXPECT_THROW(wilson_interval(0, 0), Error);
  EXPECT_THROW(wilson_interval(2, 1), Error);
  EXPECT_THROW(wilson_interval(1, 2, -1), Error);
}

TEST(Statistics, WilsonIntervalCoversTheTruth) {
  Words words;
  for (const double p : {0.02, 0.3, 0.5}) {
    int covered = 0;
    for (int run = 0; run < 2000; ++run) {
      std::uint64_t successes = 0;
      for (int i = 0; i < 60; ++i) successes += words.uniform() < p;
      const auto [low, high] = wilson_interval(successes, 60);
      covered += low <= p && p <= high;
    }
    EXPECT_GT(covered, 1840) << p;  // 95 percent and some for the discreteness
    EXPECT_LT(covered, 1990) << p;
  }
}

TEST(Statistics, BootstrapOfTheMeanIsItsStandardError) {
  Words words;
  std::vector<double> values(400);
  for (double& value : values) value = 10 + 2 * words.normal();
  const auto mean = [](std::span<const double> v) { return mean_and_error(v).mean; };
  const auto [low, high] = bootstrap_interval(
      values, mean, [&] { return words(); }, 2000);
  const MeanError m = mean_and_error(values);
  EXPECT_NEAR(low, m.mean - kZ95 * m.standard_error, 0.15 * m.standard_error);
  EXPECT_NEAR(high, m.mean + kZ95 * m.standard_error, 0.15 * m.standard_error);
}

TEST(Statistics, BootstrapIsDeterministicAndDrawsFromTheSample) {
  const std::vector<double> values{1, 2, 4, 8};
  const auto run = [&](std::uint64_t seed) {
    Words words{seed};
    return bootstrap_interval(
        values, median, [&] { return words(); }, 200, 0.9);
  };
  EXPECT_EQ(run(1).low, run(1).low);
  EXPECT_EQ(run(1).high, run(1).high);
  EXPECT_GE(run(1).low, 1);
  EXPECT_LE(run(1).high, 8);
  const auto biggest = [](std::span<const double> v) { return quantile(v, 1); };
  // Words of zeros pick the first value, words of ones the last.
  EXPECT_EQ(bootstrap_interval(
                values, biggest, [] { return std::uint64_t{0}; }, 10)
                .high,
            1);
  EXPECT_EQ(bootstrap_interval(
                values, biggest, [] { return ~std::uint64_t{0}; }, 10)
                .low,
            8);
  const auto word = [] { return std::uint64_t{0}; };
  EXPECT_THROW(bootstrap_interval({}, median, word), Error);
  EXPECT_THROW(bootstrap_interval(values, median, word, 1), Error);
  EXPECT_THROW(bootstrap_interval(values, median, word, 10, 1.0), Error);
}

TEST(Statistics, PowerLawIsFoundExactly) {
  std::vector<double> x, y;
  for (const double n : {10.0, 100.0, 500.0, 2000.0}) {
    x.push_back(n);
    y.push_back(0.3 * std::pow(n, 1.7));
  }
  const PowerLawFit fit = fit_power_law(x, y);
  EXPECT_NEAR(fit.a, 0.3, 1e-13);
  EXPECT_NEAR(fit.b, 1.7, 1e-13);
  EXPECT_LT(fit.a_error, 1e-12);
  EXPECT_LT(fit.b_error, 1e-12);
  EXPECT_LT(fit.quality.residual_rms, 1e-13);
  EXPECT_TRUE(std::isnan(fit.quality.reduced_chi2));
}

// Three points, worked out by hand: log x = 0, 1, 2 and log y = 0, 1, 1 give the line 1/6 + x/2 and residuals
// -1/6, 1/3, -1/6, so s^2 = 1/6, error of b = sqrt(s^2 / 2), of log a = sqrt(s^2 (1/3 + 1/2)).
TEST(Statistics, PowerLawErrorsFromTheScatter) {
  const double e = std::exp(1.0);
  const PowerLawFit fit = fit_power_law(std::vector<double>{1, e, e * e}, std::vector<double>{1, e, e});
  EXPECT_NEAR(std::log(fit.a), 1.0 / 6, 1e-14);
  EXPECT_NEAR(fit.b, 0.5, 1e-14);
  EXPECT_NEAR(fit.quality.residual_rms, std::sqrt(1.0 / 6), 1e-14);
  EXPECT_NEAR(fit.b_error, std::sqrt(1.0 / 12), 1e-14);
  EXPECT_NEAR(fit.a_error / fit.a, std::sqrt(5.0 / 36), 1e-14);
}

// With honest errors of y, the parameters scatter by their stated errors and chi^2 is near 1.
TEST(Statistics, PowerLawErrorsFromThoseOfThePoints) {
  Words words;
  double b_pull2 = 0, a_pull2 = 0, chi2 = 0;
  constexpr int kRuns = 2000;
  for (int run = 0; run < kRuns; ++run) {
    std::vector<double> x, y, errors;
    for (const double n : {100.0, 200.0, 400.0, 800.0, 1600.0}) {
      const double truth = 2.5 * std::pow(n, 1.2);
      const double error = truth * (n < 300 ? 0.005 : 0.02);
      x.push_back(n);
      y.push_back(truth + error * words.normal());
      errors.push_back(error);
    }
    const PowerLawFit fit = fit_power_law(x, y, errors);
    b_pull2 += std::pow((fit.b - 1.2) / fit.b_error, 2);
    a_pull2 += std::pow((fit.a - 2.5) / fit.a_error, 2);
    chi2 += fit.quality.reduced_chi2;
  }
  EXPECT_NEAR(b_pull2 / kRuns, 1, 0.15);
  EXPECT_NEAR(a_pull2 / kRuns, 1, 0.15);
  EXPECT_NEAR(chi2 / kRuns, 1, 0.1);
}

TEST(Statistics, LinearithmicFitAndItsError) {
  Words words;
  std::vector<double> x, y, errors, exact;
  for (double n = 100; n < 1e5; n *= 2) {
    x.push_back(n);
    exact.push_back(0.7 * n * std::log(n));
    errors.push_back(0.01 * exact.back());
    y.push_back(exact.back() + errors.back() * words.normal());
  }
  const LinearithmicFit perfect = fit_linearithmic(x, exact);
  EXPECT_NEAR(perfect.a, 0.7, 1e-14);
  EXPECT_LT(perfect.a_error, 1e-14);
  const LinearithmicFit fit = fit_linearithmic(x, y, errors);
  EXPECT_NEAR(fit.a, 0.7, 4 * fit.a_error);
  EXPECT_NEAR(fit.a_error, 0.7 * 0.01 / std::sqrt(static_cast<double>(x.size())), 2e-5);
  EXPECT_LT(fit.quality.reduced_chi2, 2.5);
}

// The quality tells the laws apart, whichever is true.
TEST(Statistics, TheRightLawFitsBetter) {
  std::vector<double> x, linearithmic, power;
  for (double n = 100; n < 1e5; n *= 2) {
    x.push_back(n);
    linearithmic.push_back(n * std::log(n));
    power.push_back(3 * std::pow(n, 1.14));
  }
  EXPECT_LT(fit_linearithmic(x, linearithmic).quality.residual_rms,
            fit_power_law(x, linearithmic).quality.residual_rms);
  EXPECT_LT(fit_power_law(x, power).quality.residual_rms, fit_linearithmic(x, power).quality.residual_rms);
}

TEST(Statistics, FitsRefuseWhatHasNoLogarithm) {
  using V = std::vector<double>;
  EXPECT_THROW(fit_power_law(V{1, 2}, V{1, 2, 3}), Error);
  EXPECT_THROW(fit_power_law(V{1}, V{1}), Error);
  EXPECT_THROW(fit_power_law(V{2, 2}, V{1, 3}), Error);
  EXPECT_THROW(fit_power_law(V{1, -2}, V{1, 2}), Error);
  EXPECT_THROW(fit_power_law(V{1, 2}, V{0, 2}), Error);
  EXPECT_THROW(fit_power_law(V{1, 2}, V{1, 2}, V{0.1}), Error);
  EXPECT_THROW(fit_power_law(V{1, 2}, V{1, 2}, V{0.1, 0}), Error);
  EXPECT_THROW(fit_linearithmic(V{1, 2}, V{1, 2}), Error);
  // Two points determine a power law but not its errors.
  const PowerLawFit two = fit_power_law(V{1, 2}, V{1, 4});
  EXPECT_NEAR(two.b, 2, 1e-14);
  EXPECT_TRUE(std::isnan(two.b_error));
}

}  // namespace
}  // namespace bitbasin::statistics_test
