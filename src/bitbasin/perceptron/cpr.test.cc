// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/cpr.h"

#include <gtest/gtest.h>

#include "bitbasin/perceptron/checker.h"

namespace bitbasin {
namespace {

TEST(Cpr, ThePapersFormSolvesEasyInstances) {
  CprOptions options;
  options.schedule = CprSchedule::constant;
  options.drive = CprDrive::presentations;
  options.margin = 1;
  const PerceptronInstance instance = random_instance(501, 150, 1);
  RunControl control;
  EXPECT_EQ(check_weights(instance, solve(instance, options, SolveSetup{}, control).weights), 0u);
}

TEST(Cpr, GivesUpAfterItsRestarts) {
  CprOptions options;
  options.epochs = 10;
  options.restarts = 1;
  options.longer = 2;
  const PerceptronInstance instance = random_instance(101, 300, 2);
  RunControl control;
  const SolveResult result = solve(instance, options, SolveSetup{}, control);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 1u);
  EXPECT_EQ(result.iterations, 10u + 20u);
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST(Cpr, AutomaticOptionsFollowTheirRules) {
  EXPECT_EQ(*resolve(CprOptions{}, 10001, 0.5).epochs, 3000);
  EXPECT_EQ(*resolve(CprOptions{}, 10001, 0.75).epochs, 10000);
  EXPECT_EQ(*resolve(CprOptions{}, 10001, 2.0).epochs, 3000);
  EXPECT_EQ(*resolve(CprOptions{}, 10001, 0.5).h_max, 199);
  EXPECT_EQ(*resolve(CprOptions{}, 10001, 0.5).reinforcement, 30);
  CprOptions paper;
  paper.drive = CprDrive::presentations;
  EXPECT_EQ(*resolve(paper, 10001, 0.5).reinforcement, 0.1);
}

}  // namespace
}  // namespace bitbasin
