// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

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

}  // namespace
}  // namespace bitbasin::equilibrium_test
