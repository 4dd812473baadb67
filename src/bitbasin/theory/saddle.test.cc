// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/saddle.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "bitbasin/theory/literal_action.test.h"
#include "bitbasin/theory/newton.h"
#include "bitbasin/theory/start.h"

namespace bitbasin::saddle_test {
namespace {

using enum LabelSource;
constexpr double kLiteralStep = 0.4;    // energetic: H varies on the scale sqrt((1 - q1) / q0)
constexpr double kEntropicStep = 0.15;  // tanh has poles nearby

// A saddle point with mild parameters: d = 0.1, y = 2.
NewtonResult solved(LabelSource task, double alpha) {
  RunControl control;
  return cold_start(task, alpha, {}, control);
}

class SaddleOfTask : public testing::TestWithParam<LabelSource> {};
INSTANTIATE_TEST_SUITE_P(Tasks, SaddleOfTask, testing::Values(classify, teacher), [](const auto& which) {
  return std::string(which.param == teacher ? "Teacher" : "Classify");
});

TEST_P(SaddleOfTask, FastActionIsTheLiteralOne) {
  for (const double alpha : {0.6, 0.8}) {
    const NewtonResult at = solved(GetParam(), alpha);
    ASSERT_TRUE(at.converged);
    const LiteralParameters p = literal(at.at);
    const double phi =
        literal_action(p, literal_entropic(p, kEntropicStep), literal_energetic(p, kLiteralStep));
    EXPECT_NEAR(at.at.action.value, phi, 1e-10) << alpha;
  }
}

// Every partial derivative of the printed action by the 9 (13) parameters, by central differences.
TEST_P(SaddleOfTask, AllDerivativesOfTheLiteralActionVanish) {
  const NewtonResult at = solved(GetParam(), 0.8);
  ASSERT_TRUE(at.converged);
  const LiteralParameters p = literal(at.at);
  const double g_s = literal_entropic(p, kEntropicStep);
  const double g_e = literal_energetic(p, kLiteralStep);
  const double h = 1e-4;
  const auto derivative = [&](double LiteralParameters::*member, bool entropic) {
    const auto at_shift = [&](double shift) {
      LiteralParameters moved = p;
      moved.*member += shift;
      return literal_action(moved, entropic ? literal_entropic(moved, kEntropicStep) : g_s,
                            entropic ? g_e : literal_energetic(moved, kLiteralStep));
    };
    return (at_shift(h) - at_shift(-h)) / (2 * h);
  };
  using P = LiteralParameters;
  std::vector<double P::*> order{&P::q_tilde, &P::q1, &P::q0, &P::s_tilde};
  std::vector<double P::*> hats{&P::q_tilde_hat, &P::q1_hat, &P::q0_hat, &P::s_tilde_hat, &P::s_hat};
  if (GetParam() == teacher) {
    order.insert(order.end(), {&P::r, &P::r_tilde});
    hats.insert(hats.end(), {&P::r_hat, &P::r_tilde_hat});
  }
  EXPECT_EQ(order.size() + hats.size(), GetParam() == teacher ? 13u : 9u);
  // The differences err by h^2 phi''' / 6; w is near 0 here, so that third derivatives are large.
  for (std::size_t i = 0; i < order.size(); ++i) EXPECT_NEAR(derivative(order[i], false), 0, 2e-5) << i;
  for (std::size_t i = 0; i < hats.size(); ++i) EXPECT_NEAR(derivative(hats[i], true), 0, 1e-6) << i;
  EXPECT_NEAR(derivative(&P::s, false), at.at.action_by_s, 2e-5);
}

// dphi/dy = S_I and dphi/dS along the saddle point.
TEST_P(SaddleOfTask, EntropyIsTheDerivativeOfTheAction) {
  RunControl control;
  const NewtonResult at = solved(GetParam(), 0.5);
  const NewtonProblem fixed{GetParam(), {}, {}, {}};
  const auto action = [&](Unknown p, double shift) {
    SaddleState x = at.x;
    x[p] += shift;
    const NewtonResult r = solve_newton(fixed, x, control);
    EXPECT_TRUE(r.converged);
    return r.at.action.value;
  };
  EXPECT_NEAR((action(kY, 1e-3) - action(kY, -1e-3)) / 2e-3, at.at.internal_entropy.value, 1e-7);
  EXPECT_NEAR((action(kS, 1e-4) - action(kS, -1e-4)) / 2e-4, at.at.action_by_s, 1e-6);
  EXPECT_NEAR(at.at.action.value, at.at.external_entropy.value + at.x[kY] * at.at.internal_entropy.value,
              1e-14);
}

TEST_P(SaddleOfTask, SlopesAreDerivatives) {
  SaddleState x = solved(GetParam(), 0.6).x;
  x[kY] = 3.7;  // off the saddle point
  x[kW] += 0.02;
  const SaddleEvaluation at = evaluate_saddle(x, GetParam(), {});
  const std::size_t directions = GetParam() == teacher ? 10 : 8;
  for (std::size_t j = 0; j < directions; ++j) {
    const double h = 1e-5;
    SaddleState up = x, down = x;
    up[j] += h;
    down[j] -= h;
    const SaddleEvaluation after = evaluate_saddle(up, GetParam(), {});
    const SaddleEvaluation before = evaluate_saddle(down, GetParam(), {});
    const auto check = [&](const Sloped& b, const Sloped& c, const Sloped& a) {
      EXPECT_NEAR(c.slope[j], (a.value - b.value) / (2 * h), 2e-7 * (1 + std::abs(c.slope[j]))) << j;
    };
    for (std::size_t i = 0; i < equation_count(GetParam()); ++i) {
      check(before.residual[i], at.residual[i], after.residual[i]);
    }
    check(before.internal_entropy, at.internal_entropy, after.internal_entropy);
    check(before.external_entropy, at.external_entropy, after.external_entropy);
    check(before.q1, at.q1, after.q1);
  }
}

TEST_P(SaddleOfTask, ThreadsDoNotChangeABit) {
  const SaddleState x = solved(GetParam(), 0.5).x;
  const SaddleEvaluation one = evaluate_saddle(x, GetParam(), {1, 1});
  const SaddleEvaluation three = evaluate_saddle(x, GetParam(), {1, 3});
  for (std::size_t i = 0; i < equation_count(GetParam()); ++i) {
    EXPECT_EQ(one.residual[i].value, three.residual[i].value);
    EXPECT_EQ(one.residual[i].slope, three.residual[i].slope);
  }
  EXPECT_EQ(one.internal_entropy.value, three.internal_entropy.value);
}

TEST_P(SaddleOfTask, HalvingTheStepsChangesNothing) {
  const SaddleState x = solved(GetParam(), 0.3).x;
  const SaddleEvaluation usual = evaluate_saddle(x, GetParam(), {1, 1});
  const SaddleEvaluation fine = evaluate_saddle(x, GetParam(), {0.5, 1});
  for (std::size_t i = 0; i < equation_count(GetParam()); ++i) {
    EXPECT_NEAR(usual.residual[i].value, fine.residual[i].value, 1e-9) << i;
  }
  EXPECT_NEAR(usual.internal_entropy.value, fine.internal_entropy.value, 1e-9);
  EXPECT_NEAR(usual.external_entropy.value, fine.external_entropy.value, 1e-9);
}

// Without patterns W is at distance d from W~ and nothing else is known: S_I = -d ln d - (1 - d) ln(1 - d).
TEST_P(SaddleOfTask, WithoutPatternsOnlyTheDistanceCounts) {
  const double d = kStartDistance;
  const double bound = -d * std::log(d) - (1 - d) * std::log(1 - d);
  // The correction is of order alpha.
  const double at_2 = solved(GetParam(), 0.02).at.internal_entropy.value;
  const double at_1 = solved(GetParam(), 0.01).at.internal_entropy.value;
  EXPECT_NEAR(2 * at_1 - at_2, bound, 1e-4);
  EXPECT_LT(at_1, bound);
}

TEST(Saddle, KnownValueAtFixedY) {
  const NewtonResult at = solved(classify, 0.3);
  ASSERT_TRUE(at.converged);
  EXPECT_NEAR(at.at.internal_entropy.value, 0.2591003552, 2e-9);
  EXPECT_NEAR(at.at.external_entropy.value, 0.4564170613, 2e-9);
  EXPECT_LT(at.residual, 1e-9);
}

}  // namespace
}  // namespace bitbasin::saddle_test
