// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin::equilibrium_test {
namespace {

using enum LabelSource;

// Krauth and Mezard 1989: 0.833. Gyorgyi 1990 and Sompolinsky, Tishby and Seung 1990: 1.245 and 1.49.
TEST(Equilibrium, TransitionsAreThoseOfTheLiterature) {
  EXPECT_NEAR(zero_entropy(classify).alpha, 0.8330786, 5e-8);
  EXPECT_NEAR(zero_entropy(classify).q, 0.563949, 5e-7);
  EXPECT_NEAR(zero_entropy(teacher).alpha, 1.2446840, 5e-8);
  EXPECT_NEAR(teacher_spinodal().alpha, 1.49263, 2e-5);
}

// ds/dalpha = E ln H at the saddle point, by differences: the entropy is stationary in q and q^.
TEST(Equilibrium, EntropyFallsByLnTwoPerPatternAtFirst) {
  for (const LabelSource task : {classify, teacher}) {
    const auto at = equilibrium(task, 1e-5);
    ASSERT_TRUE(at);
    EXPECT_NEAR((at->entropy - std::log(2.0)) / 1e-5, -std::log(2.0), 1e-4);
  }
}

TEST(Equilibrium, SolvesForAlpha) {
  for (const LabelSource task : {classify, teacher}) {
    for (const double alpha : {0.01, 0.3, 0.8, 1.1}) {
      const auto at = equilibrium(task, alpha);
      ASSERT_TRUE(at) << alpha;
      EXPECT_NEAR(at->alpha, alpha, 1e-12);
    }
  }
  EXPECT_TRUE(equilibrium(teacher, 1.4926));
  EXPECT_FALSE(equilibrium(teacher, 1.4927));
}

// A teacher adds information: more solutions per pattern survive, and they overlap less.
TEST(Equilibrium, TaughtSolutionsAreMore) {
  EXPECT_GT(equilibrium(teacher, 0.7)->entropy, equilibrium(classify, 0.7)->entropy);
}

constexpr Constraint margin(double kappa) {
  return {ConstraintKind::sign, kappa};
}
constexpr Constraint tube(double kappa) {
  return {ConstraintKind::symmetric, kappa};
}

// The general path at a margin that tends to 0 meets the special one.
TEST(Equilibrium, WithoutAMarginItIsThatOfTheSign) {
  EXPECT_EQ(zero_entropy(margin(0)).alpha, zero_entropy(classify).alpha);
  EXPECT_NEAR(zero_entropy(margin(1e-9)).alpha, zero_entropy(classify).alpha, 1e-8);
  for (const double alpha : {0.1, 0.5, 0.8}) {
    const Equilibrium general = equilibrium(margin(0), alpha), special = *equilibrium(classify, alpha);
    EXPECT_NEAR(general.entropy, special.entropy, 1e-12);
    EXPECT_NEAR(general.q, special.q, 1e-11);
  }
}

// Computed by an independent program from the equations in equilibrium.h.
TEST(Equilibrium, CapacitiesWithMargins) {
  EXPECT_NEAR(zero_entropy(margin(0.5)).alpha, 0.455665, 1e-6);
  EXPECT_NEAR(zero_entropy(margin(0.5)).q, 0.638413, 1e-6);
  EXPECT_NEAR(zero_entropy(margin(-0.5)).alpha, 1.678841, 1e-6);
  EXPECT_NEAR(zero_entropy(margin(-0.5)).q, 0.473769, 1e-6);
  EXPECT_NEAR(equilibrium(margin(0.5), 0.3).entropy, 0.288951, 1e-6);
  EXPECT_LT(zero_entropy(margin(2)).alpha, zero_entropy(margin(1.9)).alpha);
}

// Aubin, Perkins and Zdeborova 2019: 1.8159 at kappa = 1. Two solutions are uncorrelated, which is stable up
// to alpha = 1 / c^2 = 1.990, c = 2 kappa phi(kappa) / (1 - 2 H(kappa)) = 0.70888.
TEST(Equilibrium, TheSymmetricConstraintHasItsExactEntropy) {
  EXPECT_NEAR(zero_entropy(tube(1)).alpha, 1.815875, 1e-6);
  EXPECT_EQ(zero_entropy(tube(1)).q, 0);
  EXPECT_NEAR(zero_entropy(tube(1)).entropy, 0, 1e-15);
  const double inside = std::erf(1 / std::sqrt(2.0));
  EXPECT_NEAR(equilibrium(tube(1), 0.5).entropy, std::log(2.0) + 0.5 * std::log(inside), 1e-14);
  EXPECT_NEAR(replicon(tube(1), equilibrium(tube(1), 1)), 0.70888 * 0.70888, 1e-5);
  EXPECT_LT(replicon(tube(1), zero_entropy(tube(1))), 1);
}

// The entropy is stationary in q and q^, so it falls with alpha by E ln Z alone: by differences against the
// first step from alpha = 0, where q = 0.
TEST(Equilibrium, EntropyFallsByTheLogarithmOfZPerPattern) {
  for (const double kappa : {-1.0, 0.7}) {
    const double first = std::log(0.5 * std::erfc(kappa / std::sqrt(2.0)));
    EXPECT_NEAR((equilibrium(margin(kappa), 1e-5).entropy - std::log(2.0)) / 1e-5, first, 1e-4 * (1 - first));
    EXPECT_NEAR(equilibrium(margin(kappa), 0.2).alpha, 0.2, 1e-12);
  }
}

TEST(Equilibrium, ReplicasAreStableUpToTheCapacity) {
  const double plain = replicon(margin(0), zero_entropy(margin(0)));
  EXPECT_GT(plain, 0.3);
  EXPECT_LT(plain, 0.7);
  EXPECT_LT(replicon(margin(0), equilibrium(margin(0), 0.2)), plain);
  EXPECT_LT(replicon(margin(0.5), zero_entropy(margin(0.5))), 1);
}

TEST(Equilibrium, RefusesMarginsOutOfReach) {
  EXPECT_THROW(zero_entropy(margin(7)), Error);
  EXPECT_THROW(zero_entropy(tube(0)), Error);
  EXPECT_THROW(equilibrium(margin(0.5), -1), Error);
  EXPECT_THROW(equilibrium(margin(0.5), 50), Error);
}

}  // namespace
}  // namespace bitbasin::equilibrium_test
