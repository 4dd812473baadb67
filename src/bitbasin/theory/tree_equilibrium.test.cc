// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/tree_equilibrium.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin::tree_equilibrium_test {
namespace {

TEST(TreeEquilibrium, OneUnitIsThePerceptron) {
  const Equilibrium one = zero_entropy_of(tree_means(1)), perceptron = zero_entropy(LabelSource::classify);
  EXPECT_NEAR(one.alpha, perceptron.alpha, 1e-6);
  EXPECT_NEAR(one.q, perceptron.q, 1e-6);
  EXPECT_NEAR(replicon_of(tree_means(1), one), replicon(Constraint{}, perceptron), 1e-6);
}

// Computed by an independent program from the same equations; its replicon has two digits.
TEST(TreeEquilibrium, ThreeUnits) {
  const Equilibrium end = zero_entropy_of(tree_means(3));
  EXPECT_NEAR(end.alpha, 0.920619, 1e-6);
  EXPECT_NEAR(end.q, 0.384007, 1e-6);
  EXPECT_NEAR(replicon_of(tree_means(3), end), 0.48, 0.006);
  const Equilibrium half = equilibrium_of(tree_means(3), 0.5);
  EXPECT_NEAR(half.entropy, 0.331583, 1e-6);
  EXPECT_NEAR(half.q, 0.2174, 1e-4);
}

// Each pattern halves the solutions at first, whatever the number of units; more units have more of them
// left.
TEST(TreeEquilibrium, EntropyFallsByLnTwoPerPatternAtFirst) {
  EXPECT_NEAR((equilibrium_of(tree_means(5), 1e-4).entropy - std::log(2.0)) / 1e-4, -std::log(2.0), 1e-3);
  EXPECT_GT(equilibrium_of(tree_means(5), 0.5).entropy, equilibrium_of(tree_means(3), 0.5).entropy);
}

TEST(TreeEquilibrium, RefusesWhatItCannotIntegrate) {
  EXPECT_THROW(tree_means(2), Error);
  EXPECT_THROW(tree_means(9), Error);
}

}  // namespace
}  // namespace bitbasin::tree_equilibrium_test
