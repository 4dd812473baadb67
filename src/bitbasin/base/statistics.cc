// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/statistics.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

void expect_values(std::span<const double> values) {
  if (values.empty()) fail("expected at least one value, got an empty sample");
}

// The quantile of values in ascending order.
double sorted_quantile(std::span<const double> sorted, double q) {
  const double place = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= sorted.size()) return sorted.back();
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[below + 1] - sorted[below]);
}

// The points of a fit in logarithms, with the weight of each.
struct LogPoints {
  std::vector<double> log_x;
  std::vector<double> log_y;
  std::vector<double> weight;  // 1 / (error of log y)^2, or 1
  bool has_errors = false;

  std::size_t size() const { return log_x.size(); }
};

LogPoints log_points(std::span<const double> x, std::span<const double> y, std::span<const double> y_errors,
                     std::size_t least) {
  if (y.size() != x.size()) fail("expected as many y as x, got {} x and {} y", x.size(), y.size());
  if (!y_errors.empty() && y_errors.size() != x.size()) {
    fail("expected an error for each of the {} points, got {}", x.size(), y_errors.size());
  }
  if (x.size() < least) fail("expected at least {} points to fit, got {}", least, x.size());
  LogPoints points;
  points.has_errors = !y_errors.empty();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double error = points.has_errors ? y_errors[i] : y[i];
    for (const double value : {x[i], y[i], error}) {
      if (!(value > 0 && std::isfinite(value))) {
        fail("expected positive numbers for a fit in logarithms, but point {} has x = {}, y = {}, error {}",
             i, x[i], y[i], error);
      }
    }
    points.log_x.push_back(std::log(x[i]));
    points.log_y.push_back(std::log(y[i]));
    points.weight.push_back(points.has_errors ? (y[i] / error) * (y[i] / error) : 1);
  }
  return points;
}

double weighted_mean(std::span<const double> values, std::span<const double> weights) {
  double sum = 0, total = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    total += weights[i];
  }
  return sum / total;
}

double sum(std::span<const double> values) {
  double total = 0;
  for (const double value : values) total += value;
  return total;
}

FitQuality quality_of(const LogPoints& points, std::span<const double> residuals, std::size_t parameters) {
  double squares = 0, chi2 = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    squares += residuals[i] * residuals[i];
    chi2 += points.weight[i] * residuals[i] * residuals[i];
  }
  if (residuals.size() <= parameters) return {kUnknown, kUnknown};
  const auto freedom = static_cast<double>(residuals.size() - parameters);
  return {std::sqrt(squares / freedom), points.has_errors ? chi2 / freedom : kUnknown};
}

// The standard error of log y at unit weight: known if the points have errors, otherwise their scatter.
double unit_error(const LogPoints& points, const FitQuality& quality) {
  return points.has_errors ? 1 : quality.residual_rms;
}

}  // namespace

MeanError mean_and_error(std::span<const double> values) {
  expect_values(values);
  const auto n = static_cast<double>(values.size());
  const double mean = sum(values) / n;
  if (values.size() == 1) return {mean, kUnknown};
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

double quantile(std::span<const double> values, double q) {
  expect_values(values);
  if (!(0 <= q && q <= 1)) fail("expected a quantile between 0 and 1, got {}", q);
  std::vector<double> sorted(values.begin(), values.end());
  std::ranges::sort(sorted);
  return sorted_quantile(sorted, q);
}

double median(std::span<const double> values) {
  return quantile(values, 0.5);
}

Interval mean_interval(const MeanError& mean, double z) {
  return {mean.mean - z * mean.standard_error, mean.mean + z * mean.standard_error};
}

Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double z) {
  if (trials == 0) fail("expected at least one trial, got none");
  if (successes > trials) {
    fail("expected at most as many successes as trials, got {} of {}", successes, trials);
  }
  if (!(z >= 0)) fail("expected a confidence of z >= 0 standard deviations, got {}", z);
  const auto n = static_cast<double>(trials);
  const double p = static_cast<double>(successes) / n;
  const double shrink = 1 / (1 + z * z / n);
  const double center = shrink * (p + z * z / (2 * n));
  const double half = shrink * z * std::sqrt(p * (1 - p) / n + z * z / (4 * n * n));
  // The ends are exactly 0 and 1 where the algebra says so.
  return {successes == 0 ? 0 : std::max(0.0, center - half),
          successes == trials ? 1 : std::min(1.0, center + half)};
}

Interval bootstrap_interval(std::span<const double> values,
                            const std::function<double(std::span<const double>)>& statistic,
                            const std::function<std::uint64_t()>& next_word, int resamples, double level) {
  expect_values(values);
  if (resamples < 2) fail("expected at least 2 bootstrap samples, got {}", resamples);
  if (!(0 < level && level < 1)) fail("expected a confidence level between 0 and 1, got {}", level);
  __extension__ using Wide = unsigned __int128;
  std::vector<double> drawn(values.size());
  std::vector<double> statistics;
  for (int r = 0; r < resamples; ++r) {
    for (double& value : drawn) {
      // The high half of word * n; its bias, n / 2^64, is far below the noise of any bootstrap.
      value = values[static_cast<std::size_t>(static_cast<Wide>(next_word()) * values.size() >> 64)];
    }
    statistics.push_back(statistic(drawn));
  }
  std::ranges::sort(statistics);
  return {sorted_quantile(statistics, (1 - level) / 2), sorted_quantile(statistics, (1 + level) / 2)};
}

PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y,
                          std::span<const double> y_errors) {
  const LogPoints points = log_points(x, y, y_errors, 2);
  // About the mean of log x, slope and intercept are independent.
  const double center = weighted_mean(points.log_x, points.weight);
  const double level = weighted_mean(points.log_y, points.weight);
  double sxx = 0, sxy = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double dx = points.log_x[i] - center;
    sxx += points.weight[i] * dx * dx;
    sxy += points.weight[i] * dx * (points.log_y[i] - level);
  }
  if (!(sxx > 0)) fail("expected at least two different x for a power law, but all are {}", x[0]);
  const double b = sxy / sxx;
  std::vector<double> residuals;
  for (std::size_t i = 0; i < points.size(); ++i) {
    residuals.push_back(points.log_y[i] - level - b * (points.log_x[i] - center));
  }
  const FitQuality quality = quality_of(points, residuals, 2);
  const double unit = unit_error(points, quality);
  const double a = std::exp(level - b * center);
  const double a_error = a * unit * std::sqrt(1 / sum(points.weight) + center * center / sxx);
  return {a, a_error, b, unit / std::sqrt(sxx), quality};
}

LinearithmicFit fit_linearithmic(std::span<const double> x, std::span<const double> y,
                                 std::span<const double> y_errors) {
  const LogPoints points = log_points(x, y, y_errors, 1);
  std::vector<double> residuals;  // log(y / (x ln x)), less its mean log a
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (!(x[i] > 1)) fail("expected x > 1 to fit a x ln x, but point {} has x = {}", i, x[i]);
    residuals.push_back(points.log_y[i] - points.log_x[i] - std::log(points.log_x[i]));
  }
  const double log_a = weighted_mean(residuals, points.weight);
  for (double& residual : residuals) residual -= log_a;
  const FitQuality quality = quality_of(points, residuals, 1);
  const double a = std::exp(log_a);
  return {a, a * unit_error(points, quality) / std::sqrt(sum(points.weight)), quality};
}

}  // namespace bitbasin
