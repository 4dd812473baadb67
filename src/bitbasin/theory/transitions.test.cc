// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/transitions.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bitbasin::transitions_test {
namespace {

// Coarse steps of the quadrature change the seventh digit and take half the time.
constexpr TheoryQuadrature kCoarse{1.4, 2};

// The figures of doc/measurements/theory.md, which says to how many digits they are known.
TEST(Transitions, Q1ReachesS) {
  RunControl control;
  const Transition at = overlap_transition(kCoarse, control);
  EXPECT_NEAR(at.alpha, 0.775672, 2e-6);
  EXPECT_NEAR(at.d, 0.0031, 5e-5);
  EXPECT_GT(at.error, 0);
  EXPECT_LT(at.error, 1e-5);
}

TEST(Transitions, TheSmallestEntropyReachesZero) {
  RunControl control;
  const Transition at = entropy_transition(kCoarse, control);
  EXPECT_NEAR(at.alpha, 0.784215, 2e-6);
  EXPECT_NEAR(at.d, 0.0078, 5e-5);
  EXPECT_GT(at.error, 0);
  EXPECT_LT(at.error, 1e-5);
}

TEST(Transitions, AnInterruptedSearchKnowsNothing) {
  RunControl control({.work = 10});
  EXPECT_TRUE(std::isnan(overlap_transition(kCoarse, control).alpha));
}

TEST(Transitions, YDivergesAtALargeDistance) {
  RunControl control;
  const DivergencePoint d = divergence_point({LabelSource::classify, 0.75, {}, kCoarse}, control);
  EXPECT_LT(d.error, 1e-3);
  EXPECT_GT(d.d, 0.1);
  EXPECT_LT(d.d, 0.25);
}

}  // namespace
}  // namespace bitbasin::transitions_test
