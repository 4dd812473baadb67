// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/energetic_inner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/math/quadrature.h"

namespace bitbasin {
namespace {

TEST(InnerAverage, AgreesWithGaussHermiteWhereThatIsGoodEnough) {
  // y = 1: the integral of Dz H(C) H(C~) is smooth, and 100 nodes are plenty.
  const double alpha0 = 0.3, alpha1 = 0.7, beta0 = -0.4, beta1 = 0.9;
  const auto tail = [](double x) { return std::erfc(x / std::sqrt(2.0)) / 2; };
  const double z = gauss_hermite(100).integrate(
      [&](double x) { return tail(alpha0 + alpha1 * x) * tail(beta0 + beta1 * x); });
  InnerAverage average(alpha1, beta1, 1, 1);
  double peak = 0;
  EXPECT_NEAR(average(alpha0, beta0, peak).value[InnerAverages::kLogZ], std::log(z), 1e-10);
}

TEST(InnerAverage, EndsAlsoWhereAStepIsTooNarrow) {
  InnerAverage average(1.0, 1e8, 10, 1);  // without a bound on its nodes this one never ended
  double peak = 0;
  const double log_z = average(1.0, 3e8, peak).value[InnerAverages::kLogZ];
  EXPECT_LE(average.nodes(), 20001u);
  EXPECT_TRUE(std::isnan(log_z)) << "no average is better than a wrong one";
}

}  // namespace
}  // namespace bitbasin
