// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/hyperbolic.h"

#include <gtest/gtest.h>

namespace bitbasin::hyperbolic_test {
namespace {

TEST(Hyperbolic, TermsAreThoseOfTheDefinition) {
  for (double x = -15; x <= 15; x += 0.37) {
    const Log2Cosh terms = log_2cosh_terms(x);
    EXPECT_NEAR(terms.log_2cosh, std::log(2 * std::cosh(x)), 2e-15 * (1 + std::abs(x)));
    EXPECT_NEAR(terms.tanh, std::tanh(x), 3e-16);
    EXPECT_NEAR(terms.sech2 * std::cosh(x) * std::cosh(x), 1, 2e-14);
  }
}

TEST(Hyperbolic, DoesNotOverflow) {
  EXPECT_EQ(log_2cosh_terms(1e6).log_2cosh, 1e6);
  EXPECT_EQ(log_2cosh_terms(-1e6).tanh, -1);
  EXPECT_EQ(log_2cosh_terms(1e6).sech2, 0);
}

}  // namespace
}  // namespace bitbasin::hyperbolic_test
