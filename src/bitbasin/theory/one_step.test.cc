// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/one_step.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "bitbasin/theory/entropic.h"
#include "bitbasin/theory/equilibrium.h"
#include "bitbasin/theory/saddle.h"

namespace bitbasin::one_step_test {
namespace {

constexpr auto kClassify = LabelSource::classify;

std::vector<OneStepSaddle> between(double alpha, double m) {
  RunControl control;
  std::vector<OneStepSaddle> found = one_step_saddles(alpha, m, {}, control);
  std::erase_if(found, [](const OneStepSaddle& s) { return s.kind != OneStepKind::between; });
  return found;
}

// The large-deviation code at q~ = S = S~ = 0, where W~ is independent of every W. Then its constraint costs
// alpha ln 2 and its freedom gives ln 2, both of which are taken away; S^ = q~^ = S~^ = 0.
TEST(OneStep, IsTheActionOfTheLargeDeviationsWithoutTheReference) {
  const double ln2 = std::numbers::ln2;
  const double alpha = 0.7, q0 = 0.45;
  for (const double m : {0.6, 2.5, 9.0}) {
    for (const double free : {0.3, 0.05}) {
      OrderParameters<Dual<8>> p{};
      p.alpha = alpha;
      p.y = m;
      p.gap = p.v = 1.0;
      p.q0 = q0;
      p.one_less_q1 = free;
      p.q1 = 1 - free;
      p.width = 1 - free - q0;
      constexpr TheoryQuadrature kFine{0.6, 1};  // for m < 1: the usual steps count on the constraint
      auto c = energetic<kClassify>(p, kFine);
      c.q_tilde_hat = c.s_tilde_hat = c.determinant = 0.0;
      const auto o = entropic<kClassify>(p, c, kFine);
      EXPECT_EQ(o.s.value, 0);
      const double q0_hat = c.q0_hat.value, q1_hat = q0_hat + c.width_hat.value;
      const double action = -m / 2 * free * q1_hat - m * m / 2 * ((1 - free) * q1_hat - q0 * q0_hat) +
                            (o.g_s.value - ln2) + (c.g_e.value + alpha * ln2);
      const OneStepMap map = one_step_map(alpha, m, q0, std::log(p.width.value / free), {});
      EXPECT_NEAR(map.action, action, 1e-10) << m << " " << free;
      EXPECT_NEAR(map.q0_hat, q0_hat, 1e-10);
      EXPECT_NEAR(map.q1_hat, q1_hat, 1e-9);
      EXPECT_NEAR(q0 + map.miss_q0.value, o.q0.value, 1e-10);
      EXPECT_NEAR(free * std::exp(map.miss_q1.value), o.one_less_q1.value, 1e-10);
    }
  }
}

// A saddle point at m is one of the large deviations at y = m - 1 and S = q1, where W~ is one more of the W:
// q~ = q0 = S~, S^ = q1^. There S_I = s and S_E = complexity + s, and S_I has a minimum over the distance.
TEST(OneStep, IsALargeDeviationWhoseReferenceIsOneOfTheSolutions) {
  for (const double m : {1.0, 3.0}) {
    const auto found = between(0.75, m);
    ASSERT_EQ(found.size(), 1u);
    const OneStepSaddle& at = found[0];
    SaddleState x{};
    x[kLogGap] = std::log(1 - at.q0);
    const double width = 1 - at.one_less_q1 - at.q0;
    x[kLogit] = std::log(at.one_less_q1 / width);
    x[kLogWidth] = std::log(width);
    x[kSHat] = at.q1_hat;
    x[kY] = m - 1;
    x[kS] = 1 - at.one_less_q1;
    x[kAlpha] = at.alpha;
    const SaddleEvaluation there = evaluate_saddle(x, kClassify, {});
    for (std::size_t i = 0; i < equation_count(kClassify); ++i) {
      EXPECT_NEAR(there.residual[i].value, 0, 1e-9) << i;
    }
    EXPECT_NEAR(there.internal_entropy.value, at.entropy, 1e-9);
    EXPECT_NEAR(there.external_entropy.value, at.complexity + at.entropy, 1e-9);
    EXPECT_NEAR(there.conjugate.s_force, at.q1_hat, 1e-8);
  }
}

TEST(OneStep, EntropyIsTheDerivativeOfTheAction) {
  const double h = 1e-3;
  const double up = between(0.7, 2 + h).at(0).action, down = between(0.7, 2 - h).at(0).action;
  EXPECT_NEAR((up - down) / (2 * h), between(0.7, 2).at(0).entropy, 1e-8);
}

TEST(OneStep, SlopesAreDerivatives) {
  const double h = 1e-5;
  const auto map = [](double dr, double dq) { return one_step_map(0.7, 1.5, 0.4 + dq, 1.5 + dr, {}); };
  const OneStepMap at = map(0, 0);
  const auto check = [&](std::size_t i, const OneStepMap& up, const OneStepMap& down) {
    EXPECT_NEAR(at.miss_q0.slope[i], (up.miss_q0.value - down.miss_q0.value) / (2 * h), 1e-8) << i;
    EXPECT_NEAR(at.miss_q1.slope[i], (up.miss_q1.value - down.miss_q1.value) / (2 * h), 1e-8) << i;
  };
  check(0, map(h, 0), map(-h, 0));
  check(1, map(0, h), map(0, -h));
}

// By an independent program from the same equations.
TEST(OneStep, KnownSaddlePoints) {
  const auto at_1 = between(0.6, 1);
  ASSERT_EQ(at_1.size(), 1u);
  EXPECT_NEAR(at_1[0].one_less_q1, 0.00442517, 1e-8);
  EXPECT_NEAR(at_1[0].entropy, -0.015919, 1e-6);
  EXPECT_NEAR(at_1[0].action, equilibrium(kClassify, 0.6)->entropy, 1e-9);  // at m = 1 whatever q1
  const auto at_7 = between(0.6, 7);
  ASSERT_EQ(at_7.size(), 1u);
  EXPECT_NEAR(at_7[0].one_less_q1, 0.00114861, 1e-8);
  EXPECT_NEAR(at_7[0].entropy, 0.000732, 1e-6);
  EXPECT_NEAR(at_7[0].complexity, 0.209410, 1e-6);
}

TEST(OneStep, HalvingTheStepsChangesNothing) {
  for (const double m : {-0.5, 0.3, 2.0, 20.0}) {
    const OneStepMap usual = one_step_map(0.7, m, 0.45, m < 0 ? -1 : 4, {});
    const OneStepMap fine = one_step_map(0.7, m, 0.45, m < 0 ? -1 : 4, {0.5, 1});
    EXPECT_NEAR(usual.miss_q0.value, fine.miss_q0.value, 1e-10) << m;
    EXPECT_NEAR(usual.miss_q1.value, fine.miss_q1.value, 1e-9) << m;
    EXPECT_NEAR(usual.action, fine.action, 1e-10) << m;
    EXPECT_NEAR(usual.entropy, fine.entropy, 1e-9) << m;
  }
}

// For q1 -> 1 the action at the symmetric q0 tends to the entropy of all solutions, with a correction of
// order sqrt(1 - q1), and q0^ to q^ / m^2.
TEST(OneStep, TheFrozenSolutionIsTheLimit) {
  const Equilibrium typical = *equilibrium(kClassify, 0.7);
  for (const double m : {0.8, 3.0}) {
    RunControl control;
    const OneStepSaddle frozen = one_step_saddles(0.7, m, {}, control).back();
    ASSERT_EQ(frozen.kind, OneStepKind::frozen);
    EXPECT_EQ(frozen.complexity, typical.entropy);
    EXPECT_EQ(frozen.entropy, 0);
    const auto miss = [&](double free) {
      const OneStepMap map = one_step_map(0.7, m, typical.q, std::log((1 - typical.q) / free), {});
      EXPECT_NEAR(map.q0_hat / frozen.q0_hat, 1, 5 * std::sqrt(free));
      return map.action - frozen.action;
    };
    EXPECT_NEAR(miss(1e-6) / miss(1e-4), 0.1, 0.03) << m;
  }
}

TEST(OneStep, NothingLiesBetweenForNegativeM) {
  for (const double m : {-0.5, -1.0}) {
    RunControl control;
    const auto all = one_step_saddles(0.7, m, {}, control);
    ASSERT_EQ(all.size(), 1u) << m;
    EXPECT_EQ(all[0].kind, OneStepKind::symmetric);
    EXPECT_EQ(all[0].action, m * all[0].entropy);
  }
  EXPECT_FALSE(one_step_exists(-1, 0));
  EXPECT_TRUE(one_step_exists(-1, -0.01));
  EXPECT_TRUE(one_step_exists(1, 9));
}

}  // namespace
}  // namespace bitbasin::one_step_test
