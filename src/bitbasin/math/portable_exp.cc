// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/portable_exp.h"

#include <bit>
#include <cfloat>
#include <cstdint>
#include <limits>

#include "bitbasin/math/ln2.h"

namespace bitbasin {
namespace {

static_assert(FLT_EVAL_METHOD == 0, "every operation must round to double");

// Adding and subtracting it rounds to an integer.
constexpr double kRounder = 0x1.8p52;

// 2^k for -1022 <= k <= 1023.
double power_of_two(int k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(k + 1023) << 52);
}

}  // namespace

double portable_exp(double x) {
  if (x != x) return x;
  if (x > 709.8) return std::numeric_limits<double>::infinity();  // ln DBL_MAX = 709.78
  if (x < -745.2) return 0.0;                                     // ln (DBL_TRUE_MIN / 2) = -745.13

  // x = k ln 2 + r + c with |r| < 0.35 and c the rounding error of r.
  const double k = (x * kLog2E + kRounder) - kRounder;
  const double high = x - k * kLn2High;  // exact
  const double low = k * kLn2Low;
  const double r = high - low;
  const double c = (high - r) - low;

  // Taylor: the first term left out is below 0.35^14 / 14! = 5e-18.
  double p = 1.0 / 6227020800;
  p = p * r + 1.0 / 479001600;
  p = p * r + 1.0 / 39916800;
  p = p * r + 1.0 / 3628800;
  p = p * r + 1.0 / 362880;
  p = p * r + 1.0 / 40320;
  p = p * r + 1.0 / 5040;
  p = p * r + 1.0 / 720;
  p = p * r + 1.0 / 120;
  p = p * r + 1.0 / 24;
  p = p * r + 1.0 / 6;
  p = p * r + 1.0 / 2;
  const double mantissa = 1.0 + (r + (r * r * p + c));

  // In two factors: only the second can overflow or leave the normal numbers, with a single rounding.
  const int exponent = static_cast<int>(k);
  const int half = exponent / 2;
  return mantissa * power_of_two(half) * power_of_two(exponent - half);
}

}  // namespace bitbasin
