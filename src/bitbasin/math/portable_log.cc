// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/portable_log.h"

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#include "bitbasin/math/ln2.h"

namespace bitbasin {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "every operation must round to double");

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;

// x = 2^exponent * (1 + fraction) with 1 + fraction in [sqrt(1/2), sqrt(2)).
struct Split {
  double exponent;
  double fraction;
};

// For finite x > 0.
Split split(double x) {
  int shift = 0;
  if (x < DBL_MIN) {  // subnormal
    x *= 0x1p54;
    shift = 54;
  }
  const auto bits = std::bit_cast<std::uint64_t>(x);
  int exponent = static_cast<int>(bits >> 52) - 1023 - shift;
  double mantissa = std::bit_cast<double>((bits & kMantissa) | std::bit_cast<std::uint64_t>(1.0));
  if (mantissa >= 0x1.6a09e667f3bcdp0) {  // sqrt(2)
    mantissa *= 0.5;
    ++exponent;
  }
  return {static_cast<double>(exponent), mantissa - 1.0};
}

// k ln 2 + log(1 + f) + tail, for a tail far below the rest.
// With s = f / (2 + f): log(1 + f) = 2 atanh(s) = 2s + s R(s^2), R(w) = 2w/3 + 2w^2/5 + ... (Taylor; |s| <
// 0.1716, so that the ten terms leave 6e-19), and 2s = f - f^2/2 + s f^2/2, which keeps the rounding errors
// off the leading term f.
double assemble(double k, double f, double tail) {
  const double s = f / (2.0 + f);
  const double w = s * s;
  double r = 2.0 / 21;
  r = r * w + 2.0 / 19;
  r = r * w + 2.0 / 17;
  r = r * w + 2.0 / 15;
  r = r * w + 2.0 / 13;
  r = r * w + 2.0 / 11;
  r = r * w + 2.0 / 9;
  r = r * w + 2.0 / 7;
  r = r * w + 2.0 / 5;
  r = r * w + 2.0 / 3;
  r *= w;
  const double half_square = 0.5 * f * f;
  const double low = s * (half_square + r) + (k * kLn2Low + tail);
  return k * kLn2High - ((half_square - low) - f);
}

}  // namespace

double portable_log(double x) {
  if (!(x > 0)) return x == 0 ? -kInfinity : kNan;
  if (x == kInfinity) return x;
  const auto [exponent, fraction] = split(x);
  return assemble(exponent, fraction, 0.0);
}

double portable_log1p(double x) {
  if (!(x > -1)) return x == -1 ? -kInfinity : kNan;
  if (x == kInfinity) return x;
  if (x == 0) return x;             // keeps the sign of zero
  constexpr double kDirect = 0.25;  // here 1 + x needs no rounding to enter the series
  if (-kDirect < x && x < kDirect) return assemble(0.0, x, 0.0);
  const double sum = 1.0 + x;
  const double lost = x > 1 ? 1.0 - (sum - x) : x - (sum - 1.0);  // exact (Fast2Sum)
  const auto [exponent, fraction] = split(sum);
  return assemble(exponent, fraction, lost / sum);
}

}  // namespace bitbasin
