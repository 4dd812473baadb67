// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/dual.h"

#include <gtest/gtest.h>

namespace bitbasin::dual_test {
namespace {

using D = Dual<2>;

D function(const D& x, const D& y) {
  return exp(x * y) / sqrt(1.0 + x * x) - log(y) * (2.0 - x);
}

TEST(Dual, SlopesAreDerivatives) {
  const double x = 0.7, y = 1.9, h = 1e-6;
  const D at = function(D::variable(x, 0), D::variable(y, 1));
  const auto value = [](double a, double b) { return function(D(a), D(b)).value; };
  EXPECT_DOUBLE_EQ(at.value, std::exp(x * y) / std::sqrt(1 + x * x) - std::log(y) * (2 - x));
  EXPECT_NEAR(at.slope[0], (value(x + h, y) - value(x - h, y)) / (2 * h), 1e-8);
  EXPECT_NEAR(at.slope[1], (value(x, y + h) - value(x, y - h)) / (2 * h), 1e-8);
}

TEST(Dual, ChainAndAddAreThePiecesOfTheChainRule) {
  D sum(1.0);
  sum.add(3, D::variable(2, 0)).chain(5, D::variable(7, 1));
  EXPECT_EQ(sum.value, 7);
  EXPECT_EQ(sum.slope[0], 3);
  EXPECT_EQ(sum.slope[1], 5);
}

}  // namespace
}  // namespace bitbasin::dual_test
