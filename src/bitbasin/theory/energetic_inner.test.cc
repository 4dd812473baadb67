// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/energetic_inner.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/math/log_h.h"
#include "bitbasin/math/quadrature.h"

namespace bitbasin::energetic_inner_test {
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

// The plain trapezoid rule with steps far below every scale, against the graded nodes.
struct Reference {
  double log_z, hazard, hazard_tilde;
};

Reference uniform(double alpha0, double alpha1, double beta0, double beta1, double y, double step) {
  double z_sum = 0, k_sum = 0, m_sum = 0;
  for (double z = -25; z < 10; z += step) {
    const LogH w = log_h_terms(alpha0 + alpha1 * z);
    const LogH t = log_h_terms(beta0 + beta1 * z);
    const double weight = std::exp(-0.5 * z * z + y * w.log_h + t.log_h);
    z_sum += weight;
    k_sum += weight * w.g;
    m_sum += weight * t.g;
  }
  return {std::log(z_sum * step) - 0.5 * std::log(2 * std::acos(-1.0)), k_sum / z_sum, m_sum / z_sum};
}

// H(C)^y is exp(-exp(u)) around its edge, which is too sharp for nodes that thin out like 1 / u.
TEST(InnerAverage, ResolvesALargePower) {
  for (const double y : {150.0, 2e4, 1e8}) {
    for (const double alpha0 : {-8.0, 0.0, 20.0}) {
      const Reference expected = uniform(alpha0, 4, -40, 0, y, 5e-4);
      InnerAverage average(4, 0, y, 1);
      double peak = 0;
      const InnerAverages found = average(alpha0, -40, peak);
      EXPECT_NEAR(found.value[InnerAverages::kLogZ], expected.log_z, 1e-9) << y << " " << alpha0;
      EXPECT_NEAR(found.value[InnerAverages::kHazard] / expected.hazard, 1, 1e-7) << y << " " << alpha0;
      EXPECT_LT(average.nodes(), 90u);
    }
  }
}

TEST(InnerAverage, ResolvesAStepAndAPowerAtOnce) {
  const Reference expected = uniform(1, 1.5, 60, 50, 10, 2e-4);
  InnerAverage average(1.5, 50, 10, 1);
  double peak = 0;
  const InnerAverages found = average(1, 60, peak);
  EXPECT_NEAR(found.value[InnerAverages::kLogZ], expected.log_z, 1e-10);
  EXPECT_NEAR(found.value[InnerAverages::kHazard], expected.hazard, 1e-10);
  EXPECT_NEAR(found.value[InnerAverages::kHazardTilde] / expected.hazard_tilde, 1, 1e-9);
}

// For beta1 -> infinity H(C~) becomes a step at z = -beta0 / beta1, <K~> the density there over beta1: both
// with corrections of order 1 / beta1. Nodes that are rounded next to the edge never ended at 1e8.
TEST(InnerAverage, AStepMayBeAsNarrowAsItLikes) {
  const auto at = [](double beta1, std::size_t& nodes) {
    InnerAverage average(1.0, beta1, 10, 1);
    double peak = 0;
    const InnerAverages found = average(1.0, 3 * beta1, peak);
    nodes = average.nodes();
    return found;
  };
  using Q = InnerAverages;
  std::size_t few = 0, many = 0;
  const InnerAverages wide = at(1e6, few);
  for (const double beta1 : {1e8, 1e11, 1e14}) {
    const InnerAverages narrow = at(beta1, many);
    EXPECT_NEAR(narrow.value[Q::kLogZ], wide.value[Q::kLogZ], 1e-10) << beta1;
    EXPECT_NEAR(narrow.value[Q::kHazard], wide.value[Q::kHazard], 1e-10) << beta1;
    EXPECT_NEAR(narrow.value[Q::kHazardTilde] * beta1 / (wide.value[Q::kHazardTilde] * 1e6), 1, 1e-5);
    EXPECT_NEAR(narrow.slope[Q::kLogZ][2] * beta1 / (wide.slope[Q::kLogZ][2] * 1e6), 1, 1e-5);
    EXPECT_LE(many, few + 80) << beta1;
  }
}

}  // namespace
}  // namespace bitbasin::energetic_inner_test
