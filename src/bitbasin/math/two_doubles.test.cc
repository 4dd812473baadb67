// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/two_doubles.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

namespace bitbasin::two_doubles_test {
namespace {

using namespace two_doubles;

constexpr Doubles kD;
constexpr Words kW;

std::vector<double> lanes(Doubles::Vector v) {
  std::vector<double> result(Lanes(kD));
  Store(v, kD, result.data());
  return result;
}

TEST(TwoDoubles, EveryLaneIsThatOfThePlainOperation) {
  const double values[] = {-0.0, 0.0, 1.5, -2.25, 1e300, -7e-310, 0x1.8p52};
  for (const double a : values) {
    for (const double b : values) {
      const double left[] = {a, b}, right[] = {b, a};
      const auto x = LoadU(kD, left), y = Load(kD, right);
      const auto each = [&](auto operation) { return std::vector<double>{operation(a, b), operation(b, a)}; };
      EXPECT_EQ(lanes(Add(x, y)), each([](double p, double q) { return p + q; }));
      EXPECT_EQ(lanes(Sub(x, y)), each([](double p, double q) { return p - q; }));
      EXPECT_EQ(lanes(Mul(x, y)), each([](double p, double q) { return p * q; }));
      EXPECT_EQ(lanes(Min(x, y)), each([](double p, double q) { return std::min(p, q); }));
      EXPECT_EQ(lanes(Max(x, y)), each([](double p, double q) { return std::max(p, q); }));
      EXPECT_EQ(lanes(IfThenElse(Lt(x, y), x, Neg(y))),
                each([](double p, double q) { return p < q ? p : -q; }));
      EXPECT_EQ(lanes(IfThenElseZero(Gt(x, y), x)), each([](double p, double q) { return p > q ? p : 0; }));
      EXPECT_EQ(lanes(IfThenElse(Eq(x, y), x, Zero(kD))),
                each([](double p, double q) { return p == q ? p : 0; }));
      const auto signs = lanes(CopySignToAbs(Abs(x), y));
      EXPECT_EQ(std::bit_cast<std::uint64_t>(signs[0]), std::bit_cast<std::uint64_t>(std::copysign(a, b)));
      if (a == 0 || b == 0) continue;
      EXPECT_EQ(lanes(Div(x, y)), each([](double p, double q) { return p / q; }));
    }
  }
}

TEST(TwoDoubles, BitsAreThoseOfTheLanes) {
  const double values[] = {1.0, -3.5};
  const auto words = BitCast(kW, LoadU(kD, values));
  const auto shifted = ShiftLeft<1>(ShiftRight<1>(Or(words, Set(kW, 1))));
  EXPECT_EQ(lanes(BitCast(kD, shifted)), (std::vector<double>{1.0, -3.5}));
}

}  // namespace
}  // namespace bitbasin::two_doubles_test
