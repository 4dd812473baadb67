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
      : x_(instance.x), theta_(std::move(start)), g_(instance.patterns()) {}

  void iterate(double r, double kappa, double damping) {
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
      const double z = (w - kappa) / std::sqrt(v);
      const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
      g_[k] = density / (0.5 * std::erfc(-z / std::numbers::sqrt2)) / std::sqrt(v);
      onsager += (w - kappa) / v * g_[k] + g_[k] * g_[k];
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
  const BitMatrix& x_;
  std::vector<double> theta_, g_;
};

// The fast form rounds products, so that a field near zero may have another sign.
TEST(Rbp, FollowsItsEquations) {
  const PerceptronInstance instance = random_instance(401, 300, 3);
  for (const double damping : {0.0, 0.3}) {
    for (const std::uint64_t iterations : {1, 2, 9, 30}) {
      RbpOptions options;
      options.rate = 0.01;
      options.margin = 0.2;
      options.margin_end = 0.25;  // the margin has gone before the last of the iterations
      options.start = 0.02;
      options.damping = damping;
      RunControl control({.work = iterations * 300});
      const SolveResult result = solve(instance, options, SolveSetup{.seed = 4}, control);
      ASSERT_EQ(result.iterations, iterations);

      NaiveRbp naive(instance, rbp_detail::random_fields(401, 4, 0));
      std::size_t fewest = 301;
      BitVector best;
      for (std::uint64_t t = 0; t < iterations; ++t) {
        const double r = 0.02 + 0.01 * static_cast<double>(t);
        naive.iterate(r, 0.2 * std::sqrt(401.0) * std::max(0.0, 1 - r / 0.25), damping);
        const std::size_t errors = count_violations(instance, naive.weights());
        if ((t % 8 != 0 && t + 1 != iterations) || errors >= fewest) continue;  // looked at now and then
        fewest = errors;
        best = naive.weights();
      }
      int different = 0;
      for (std::size_t i = 0; i < 401; ++i) different += best[i] != result.configuration[i];
      EXPECT_LE(different, 2) << "damping " << damping << ", iterations " << iterations;
      EXPECT_NEAR(static_cast<double>(result.violations), static_cast<double>(fewest), 4);
    }
  }
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
  RbpOptions given;
  given.rate = 0.01;
  given.margin = 0.3;
  EXPECT_EQ(*resolve(given, 0.75).rate, 0.01);
  EXPECT_EQ(*resolve(given, 0.75).margin, 0.3);
}

}  // namespace
}  // namespace bitbasin::rbp_test
