// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/sbpi.h"

#include <gtest/gtest.h>

#include "bitbasin/perceptron/checker.h"

namespace bitbasin {
namespace {

TEST(Sbpi, ThePapersFormSolvesToo) {
  SbpiOptions options;
  options.schedule = SbpiSchedule::constant;
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const PerceptronInstance instance = random_instance(1001, 650, seed);
    RunControl control;
    EXPECT_EQ(check_weights(instance, solve(instance, options, SolveSetup{seed, 1}, control).weights), 0u);
  }
}

TEST(Sbpi, GivesUpAfterItsRestarts) {
  SbpiOptions options;
  options.epochs = 10;
  options.restarts = 2;
  options.longer = 2;
  const PerceptronInstance instance = random_instance(101, 300, 2);
  RunControl control;
  const SolveResult result = solve(instance, options, SolveSetup{}, control);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 2u);
  EXPECT_EQ(result.iterations, 10u + 20u + 40u);
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST(Sbpi, AutomaticOptionsFollowTheirRules) {
  EXPECT_EQ(*resolve(SbpiOptions{}, 10001).h_max, 399);
  EXPECT_EQ(*resolve(SbpiOptions{}, 1001).theta, 1);
  EXPECT_EQ(*resolve(SbpiOptions{}, 1001).probability, 1);
  SbpiOptions paper;
  paper.schedule = SbpiSchedule::constant;
  EXPECT_EQ(*resolve(paper, 1001).theta, 3);
  EXPECT_DOUBLE_EQ(*resolve(paper, 1001).probability, 0.11);
  EXPECT_NEAR(*resolve(paper, 10001).probability, 0.16, 1e-3);
}

}  // namespace
}  // namespace bitbasin
