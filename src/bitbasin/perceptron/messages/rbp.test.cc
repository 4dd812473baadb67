// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rbp.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/messages/rbp_run.h"

namespace bitbasin::rbp_test {
namespace {

SolveResult run(const PerceptronInstance& instance, const RbpOptions& options) {
  RunControl control;
  return solve(instance, options, SolveSetup{}, control);
}

TEST(Rbp, ThePapersFormSolvesToo) {
  RbpOptions options;
  options.margin = 0;
  const PerceptronInstance instance = random_instance(501, 300, 1);
  EXPECT_EQ(count_violations(instance, run(instance, options).configuration), 0u);
}

TEST(Rbp, GivesUpOnAnImpossibleInstance) {
  RbpOptions options;
  options.rate = 0.02;
  options.restarts = 1;
  const PerceptronInstance instance = random_instance(201, 400, 2);
  const SolveResult result = run(instance, options);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 1u);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

// The equations of rbp.h and amp.h, term by term in double precision.
class NaiveRbp {
 public:
  NaiveRbp(const PerceptronInstance& instance, std::vector<double> start)
      : x_(instance.x), constraint_(instance.constraint), theta_(std::move(start)), g_(instance.patterns()) {}

  // The threshold T of the constraint, tightened by the margin.
  void iterate(double r, double margin, double damping) {
    const bool symmetric = constraint_.kind == ConstraintKind::symmetric;
    const double root_n = std::sqrt(static_cast<double>(theta_.size()));
    const double t = kappa_eff(constraint_, theta_.size()) * root_n + (symmetric ? -margin : margin);
    const std::size_t n = theta_.size();
    std::vector<double> m(n), u(n);
    double v = 0;
    for (std::size_t i = 0; i < n; ++i) {
      m[i] = std::tanh(theta_[i]);
      v += 1 - m[i] * m[i];
    }
    double onsager = 0;
    for (std::size_t k = 0; k < g_.size(); ++k) {
      double w = -v * g_[k];
      for (std::size_t i = 0; i < n; ++i) w += x_.sign(k, i) * m[i];
      // psi is 1 from `low` to `high`.
      const double s = std::sqrt(v), low = ((symmetric ? -t : t) - w) / s,
                   high = symmetric ? (t - w) / s : 40;
      const double z = 0.5 * (std::erfc(low / std::numbers::sqrt2) - std::erfc(high / std::numbers::sqrt2));
      g_[k] = (density(low) - density(high)) / (s * z);
      onsager += g_[k] * g_[k] - (low * density(low) - high * density(high)) / (v * z);
      for (std::size_t i = 0; i < n; ++i) u[i] += x_.sign(k, i) * g_[k];
    }
    for (std::size_t i = 0; i < n; ++i) {
      const double fed_back = u[i] + m[i] * onsager + r * theta_[i];
      theta_[i] = damping * theta_[i] + (1 - damping) * fed_back;
    }
  }

  BitVector weights() const {
    BitVector w(theta_.size());
    for (std::size_t i = 0; i < theta_.size(); ++i) w.set(i, theta_[i] >= 0);
    return w;
  }

 private:
  static double density(double z) { return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi); }

  const BitMatrix& x_;
  Constraint constraint_;
  std::vector<double> theta_, g_;
};

// The fast form rounds products, so a field near zero may have the other sign.
void expect_the_equations(const PerceptronInstance& instance) {
  for (const double damping : {0.0, 0.3}) {
    for (const std::uint64_t iterations : {1, 2, 9, 30}) {
      RbpOptions options;
      options.rate = 0.01;
      options.margin = 0.2;
      options.margin_end = 0.25;  // the margin vanishes before the last iteration
      options.start = 0.02;
      options.damping = damping;
      RunControl control({.work = iterations * 300});
      const SolveResult result = solve(instance, options, SolveSetup{.seed = 4}, control);
      ASSERT_EQ(result.iterations, iterations);

      NaiveRbp naive(instance, random_fields(401, 4, 0));
      std::size_t fewest = 301;
      BitVector best;
      for (std::uint64_t t = 0; t < iterations; ++t) {
        const double r = 0.02 + 0.01 * static_cast<double>(t);
        naive.iterate(r, 0.2 * std::sqrt(401.0) * std::max(0.0, 1 - r / 0.25), damping);
        const std::size_t errors = count_violations(instance, naive.weights());
        if ((t % 8 != 0 && t + 1 != iterations) || errors >= fewest)
          continue;  // errors are counted now and then
        fewest = errors;
        best = naive.weights();
      }
      int different = 0;
      for (std::size_t i = 0; i < 401; ++i) different += best[i] != result.configuration[i];
      EXPECT_LE(different, 2) << "damping " << damping << ", iterations " << iterations;
      EXPECT_NEAR(static_cast<double>(result.violations), static_cast<double>(fewest), 6);
    }
  }
}

TEST(Rbp, FollowsItsEquations) {
  const PerceptronInstance instance = random_instance(401, 300, 3);
  expect_the_equations(instance);
  expect_the_equations(with_constraint(instance, {ConstraintKind::sign, 0.3}));
  expect_the_equations(with_constraint(instance, {ConstraintKind::sign, -0.6}));
  expect_the_equations(with_constraint(instance, {ConstraintKind::symmetric, 1}));
}

TEST(Rbp, ASymmetricInstanceHasItsOwnRules) {
  const auto resolved = [](double alpha, const RbpOptions& options = {}) {
    const PerceptronInstance patterns = random_instance(1023, pattern_count(1023, alpha), 1);
    return resolve(options, with_constraint(patterns, {ConstraintKind::symmetric, 1}));
  };
  // doc/models.md: m = 0 becomes unstable at r = 0.06 for alpha = 1.5, at 0.17 for 1.2
  EXPECT_NEAR(*resolved(1.5).start, 0.06, 0.005);
  EXPECT_NEAR(*resolved(1.2).start, 0.17, 0.005);
  EXPECT_NEAR(*resolved(0.5).start, 1 - 0.709 * 0.5, 0.002);
  EXPECT_NEAR(*resolved(1.5).end, 0.56, 0.005);
  EXPECT_EQ(*resolved(0.5).end, 1);
  EXPECT_DOUBLE_EQ(*resolved(1.2).rate, 1e-3);
  EXPECT_NEAR(*resolved(1.6).rate, 1e-4, 1e-12);
  EXPECT_EQ(*resolved(1.5).margin, 0.1);
  EXPECT_EQ(*resolved(1.5).damping, 0.5);
  EXPECT_EQ(*resolved(1.5).restarts, 200);
  RbpOptions given;
  given.start = 0.2;
  given.restarts = 1;
  EXPECT_EQ(*resolved(1.5, given).start, 0.2);
  EXPECT_NEAR(*resolved(1.5, given).end, 0.7, 1e-12);
  EXPECT_EQ(*resolved(1.5, given).restarts, 1);
}

TEST(Rbp, AutomaticOptionsFollowTheirRules) {
  EXPECT_DOUBLE_EQ(*resolve(RbpOptions{}, 0.5).rate, 1e-3);
  EXPECT_DOUBLE_EQ(*resolve(RbpOptions{}, 0.66).rate, 1e-3);
  EXPECT_NEAR(*resolve(RbpOptions{}, 0.71).rate, 6e-4, 1e-12);
  EXPECT_NEAR(*resolve(RbpOptions{}, 0.76).rate, 2e-4, 1e-12);
  EXPECT_NEAR(*resolve(RbpOptions{}, 0.83).rate, 2e-4, 1e-12);
  EXPECT_EQ(*resolve(RbpOptions{}, 0.83).margin, 0.15);
  EXPECT_DOUBLE_EQ(*resolve(RbpOptions{}, 0.91).rate, 1e-3);
  EXPECT_EQ(*resolve(RbpOptions{}, 0.91).margin, 0);
  // Instances as recipes: nothing of that size is made.
  const auto large = [](double alpha) {
    return resolve(RbpOptions{}, random_instance(50001, pattern_count(50001, alpha), 1));
  };
  EXPECT_EQ(*large(0.7).rate, 1e-3);
  EXPECT_NEAR(*large(0.7).margin, 0.3, 1e-4);
  EXPECT_EQ(*large(0.74).rate, 1e-3);
  EXPECT_NEAR(*large(0.74).margin, 0.15, 1e-4);
  EXPECT_NEAR(*large(0.75).rate, 2.8e-4, 1e-7);
  RbpOptions given;
  given.rate = 0.01;
  given.margin = 0.3;
  EXPECT_EQ(*resolve(given, 0.75).rate, 0.01);
  EXPECT_EQ(*resolve(given, 0.75).margin, 0.3);
}

}  // namespace
}  // namespace bitbasin::rbp_test
