// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/dilute.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/theory/curve.h"

namespace bitbasin::dilute_test {
namespace {

using enum LabelSource;

// Right to six digits and three times as fast.
constexpr TheoryQuadrature kCoarse{1.6, 1};

// Near the point of a curve, far enough to leave Newton's method some work.
DiluteState guess_at(double q_hat, double r_hat, double y, double d) {
  return {std::log(q_hat), r_hat, std::log(y), std::log(d)};
}

// The full equations with their two-dimensional averages, where they still determine everything: what the
// limit leaves out is of second order in h(d) - S_I.
TEST(DiluteLimit, IsNearTheFullEquations) {
  RunControl control;
  const double distances[] = {0.03};
  const TheoryPoint full = theory_curve({classify, 0.3, {}, kCoarse}, distances, control).at(0);
  ASSERT_TRUE(full.converged && !full.dilute);
  const double q_hat = full.y * full.y * full.order.s * full.order.s * full.conjugate.q0_hat;
  const DilutePoint p =
      DiluteLimit(classify, 0.3, true, kCoarse).solve(guess_at(q_hat, 0, full.y, 0.03), control);
  ASSERT_TRUE(p.converged);
  const double missing = -0.03 * std::log(0.03) - 0.97 * std::log(0.97) - full.internal_entropy;
  const double error = p.internal_entropy - full.internal_entropy;
  EXPECT_GT(error, 0) << "violations are correlated, so that more W have none";
  EXPECT_LT(error, 20 * missing * missing);
  EXPECT_NEAR(p.at.log_y, std::log(full.y), 0.01);
  EXPECT_NEAR(p.q_tilde, full.order.q_tilde, 3e-4);
  EXPECT_NEAR(p.slope, full.slope, 5e-4);
}

// S_E = phi - y S_I and dphi/dy = S_I: dS_E/dy = -y dS_I/dy along solutions at fixed d.
TEST(DiluteLimit, InternalEntropyIsTheDerivativeOfTheAction) {
  RunControl control;
  for (const LabelSource task : {classify, teacher}) {
    const DiluteLimit limit(task, 0.25, false, {});
    const double r_hat = task == teacher ? 0.3 : 0;
    const auto action = [&](double y) {
      const DilutePoint p = limit.solve(guess_at(0.6, r_hat, y, 0.006), control);
      EXPECT_TRUE(p.converged);
      return p.external_entropy + y * p.internal_entropy;
    };
    const double y = 1000, h = 10;
    const DilutePoint p = limit.solve(guess_at(0.6, r_hat, y, 0.006), control);
    EXPECT_NEAR((action(y + h) - action(y - h)) / (2 * h), p.internal_entropy, 1e-9);
  }
}

TEST(DiluteLimit, SlopeIsTheDerivativeByTheOverlap) {
  RunControl control;
  const DiluteLimit limit(teacher, 0.25, true, {});
  const DilutePoint p = limit.solve(guess_at(4, 0.5, 1e5, 0.02), control);
  ASSERT_TRUE(p.converged);
  const double h = 1e-5;
  const DilutePoint left = limit.follow(p, 0.02 - h, control);
  const DilutePoint right = limit.follow(p, 0.02 + h, control);
  ASSERT_TRUE(left.converged && right.converged);
  EXPECT_NEAR((right.internal_entropy - left.internal_entropy) / (-4 * h), p.slope, 1e-6);
}

TEST(DiluteLimit, DoesNotDependOnTheSteps) {
  RunControl control;
  const DilutePoint usual = DiluteLimit(classify, 0.2, true, {}).solve(guess_at(4, 0, 1e6, 0.02), control);
  const DilutePoint fine =
      DiluteLimit(classify, 0.2, true, {0.6, 1}).solve(guess_at(4, 0, 1e6, 0.02), control);
  ASSERT_TRUE(usual.converged && fine.converged);
  EXPECT_NEAR(usual.at.log_y, fine.at.log_y, 1e-8);
  EXPECT_NEAR(usual.internal_entropy, fine.internal_entropy, 1e-14);
  EXPECT_NEAR(usual.q_tilde, fine.q_tilde, 1e-8);
}

}  // namespace
}  // namespace bitbasin::dilute_test
