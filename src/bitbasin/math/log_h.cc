// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/log_h.h"

#include <cstddef>
#include <span>

#include "bitbasin/math/mills_coefficients.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/math/root_two_pi.h"

namespace bitbasin {
namespace {

constexpr double kRootTwoPi = 0x1.40d931ff62706p+1;
// From here on g = x, g' = 1 and g'' = 2 / x^3 to the last bit, and d = 1 / x.
constexpr double kAsymptotic = 1e9;

double horner(std::span<const double> coefficients, double x) {
  double sum = coefficients.back();
  for (std::size_t i = coefficients.size() - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

// d = g - x for x >= 0.
double excess(double x) {
  if (x >= kAsymptotic) return 1 / x;
  return horner(kExcessNumerator, x) / horner(kExcessDenominator, x);
}

// e = g''/g for 0 <= x < kAsymptotic.
double curvature(double x) {
  return horner(kCurvatureNumerator, x) / horner(kCurvatureDenominator, x);
}

// The normal density. exp(-x^2/2) magnifies the rounding of x^2 by x^2/2, so the square is taken in two parts
// (Dekker's product: x = high + low, each square and cross product exact).
double density(double x) {
  if (x > 40) return 0;  // so that the split below cannot overflow
  const double scaled = 0x1.0000002p27 * x;
  const double high = scaled - (scaled - x);
  const double low = x - high;
  const double square = x * x;
  const double rest = ((high * high - square) + 2 * high * low) + low * low;
  return portable_exp(-0.5 * square) * (kInverseRootTwoPi * (1 - 0.5 * rest));
}

// H(x) for x >= 0; at most 1/2.
double tail_right(double x) {
  return density(x) / (x + excess(x));
}

// log H(x) for x >= 0, from g: H = G / g. Both terms are positive.
double log_h_right(double x, double g) {
  return -(0.5 * x * x + portable_log(kRootTwoPi * g));
}

}  // namespace

LogH log_h_terms(double x) {
  if (x >= kAsymptotic) return {log_h_right(x, x), x, 1, 2 / x / x / x};
  if (x >= 0) {
    const double d = excess(x);
    const double g = x + d;
    return {log_h_right(x, g), g, g * d, g * curvature(x)};
  }
  const double h = tail_right(-x);  // 1 - H(x)
  const double g = density(-x) / (1 - h);
  const double d = g - x;  // both terms positive
  return {portable_log1p(-h), g, g * d, g * (d * (2 * d + x) - 1)};
}

double log_h(double x) {
  if (x >= 0) return log_h_right(x, x + excess(x));
  return portable_log1p(-tail_right(-x));
}

double gaussian_tail(double x) {
  return x >= 0 ? tail_right(x) : 1 - tail_right(-x);
}

double hazard(double x) {
  if (x >= 0) return x + excess(x);
  return density(-x) / (1 - tail_right(-x));
}

}  // namespace bitbasin
