// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <span>

namespace bitbasin {

// Estimates from a sample, with their errors. NaN stands for what the data do not determine, such as the
// standard error of a single value.

struct MeanError {
  double mean;
  double standard_error;  // s / sqrt(n) with the unbiased variance s^2
};
MeanError mean_and_error(std::span<const double> values);

// The value below which a fraction q of the sample lies, interpolated linearly between order statistics (the
// definition of R's default and NumPy): 0 gives the smallest, 1 the largest.
double quantile(std::span<const double> values, double q);
double median(std::span<const double> values);

struct Interval {
  double low;
  double high;
};

// 95 percent of a normal distribution lie within this many standard deviations.
inline constexpr double kZ95 = 1.959963984540054;

// The interval of a mean at a confidence of z standard errors.
Interval mean_interval(const MeanError& mean, double z = kZ95);

// Wilson's score interval for the probability behind `successes` of `trials` (JASA 1927): sensible even for
// no success, no failure and few trials. z is the normal quantile of the wanted confidence.
Interval wilson_interval(std::uint64_t successes, std::uint64_t trials, double z = kZ95);

// Percentile bootstrap (Efron 1979): the statistic of `resamples` samples drawn from the sample with
// replacement, and the interval that holds the central `level` of them. `next_word` supplies uniform 64-bit
// words, e.g. those of a Stream; the same words give the same interval.
Interval bootstrap_interval(std::span<const double> values,
                            const std::function<double(std::span<const double>)>& statistic,
                            const std::function<std::uint64_t()>& next_word, int resamples = 1000,
                            double level = 0.95);

// How well a law describes points, in logarithms, so that different laws can be compared.
struct FitQuality {
  double
      residual_rms;  // sqrt(sum r^2 / dof) of the residuals r = log(y / law(x)): typical relative deviation
  double reduced_chi2;  // sum (r / error of log y)^2 / dof, near 1 for a good law; NaN without errors
};

// y = a x^b by least squares in logarithms.
struct PowerLawFit {
  double a;
  double a_error;
  double b;
  double b_error;
  FitQuality quality;
};

// y = a x ln x, the same way: one parameter.
struct LinearithmicFit {
  double a;
  double a_error;
  FitQuality quality;
};

// `y_errors` are standard errors of y. They weight the points and give the errors of the parameters; without
// them all points count alike in logarithms and the scatter about the fit gives the errors. At least two
// points for two parameters; all x, y and errors positive, x > 1 for x ln x.
PowerLawFit fit_power_law(std::span<const double> x, std::span<const double> y,
                          std::span<const double> y_errors = {});
LinearithmicFit fit_linearithmic(std::span<const double> x, std::span<const double> y,
                                 std::span<const double> y_errors = {});

}  // namespace bitbasin
