// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/edge_bp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/perceptron/enumerate.test.h"
#include "bitbasin/perceptron/messages/amp.h"

namespace bitbasin::edge_bp_test {
namespace {

std::vector<double> exact_magnetisations(const PerceptronInstance& instance) {
  const auto solutions = enumerate_solutions(instance);
  std::vector<double> m(instance.n());
  for (const std::uint32_t w : solutions) {
    for (std::size_t i = 0; i < m.size(); ++i)
      m[i] += (w >> i & 1 ? 1.0 : -1.0) / static_cast<double>(solutions.size());
  }
  return m;
}

double mean_difference(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += std::abs(a[i] - b[i]) / static_cast<double>(a.size());
  return sum;
}

std::vector<double> converged(const PerceptronInstance& instance, Accuracy accuracy) {
  EdgeBp bp(instance, accuracy);
  int sweeps = 0;
  while (bp.sweep() > 1e-9 && ++sweeps < 1000) {
  }
  EXPECT_LT(sweeps, 1000);
  return bp.magnetisations();
}

// One pattern is a tree: belief propagation is exact except for the Gaussian approximation of a sum of 20
// signs.
TEST(EdgeBp, OnePatternIsExactOrNearly) {
  for (const Constraint constraint :
       {Constraint{}, Constraint{ConstraintKind::sign, 0.5}, Constraint{ConstraintKind::symmetric, 0.4}}) {
    const PerceptronInstance instance = with_constraint(random_instance(15, 1, 3), constraint);
    const auto expected = exact_magnetisations(instance);
    EXPECT_LT(mean_difference(converged(instance, Accuracy::gaussian), expected), 4e-3);
    EXPECT_LT(mean_difference(converged(instance, Accuracy::exact), expected), 1e-12);
  }
}

TEST(EdgeBp, MarginalsAgreeWithEnumeration) {
  double difference = 0, size = 0;
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const PerceptronInstance instance = random_instance(15, 5, seed);
    const auto expected = exact_magnetisations(instance);
    difference += mean_difference(converged(instance, Accuracy::gaussian), expected) / 5;
    size += mean_difference(expected, std::vector<double>(expected.size())) / 5;
  }
  EXPECT_GT(size, 0.3);         // the marginals are far from zero,
  EXPECT_LT(difference, 0.04);  // and found to an order of magnitude better
}

TEST(EdgeBp, AnExternalFieldIsPartOfTheField) {
  const PerceptronInstance instance = random_instance(11, 0, 1);
  EdgeBp bp(instance, Accuracy::exact);
  const std::vector<double> field(11, 0.3);
  bp.set_external(field);
  bp.set_external(field);
  for (const double theta : bp.theta()) EXPECT_DOUBLE_EQ(theta, 0.3);
}

// The O(N + P) form has the same fixed point up to 1/N terms and the rounding of its products.
TEST(Amp, ConvergesToTheFixedPointOfTheEdgeForm) {
  for (const int threads : {1, 2}) {
    const PerceptronInstance instance = random_instance(501, 200, 7);
    PatternProducts patterns(instance.x, instance.sums(), threads);
    Amp<PatternProducts> amp(patterns, SignModel(0.0), threads);
    amp.start(std::vector<double>(501, 0.0));
    for (int t = 0; t < 100; ++t) amp.iterate(0, [](std::size_t, double u) { return u; });
    const auto edge = converged(instance, Accuracy::gaussian);
    EXPECT_GT(mean_difference(edge, std::vector<double>(501)), 0.2);
    EXPECT_LT(mean_difference(amp.m(), edge), 2e-3);
  }
}

}  // namespace
}  // namespace bitbasin::edge_bp_test
