// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rbp.h"

#include <gtest/gtest.h>

#include "bitbasin/perceptron/checker.h"

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

TEST(Rbp, AutomaticOptionsFollowTheirRules) {
  EXPECT_DOUBLE_EQ(*resolve(RbpOptions{}, 0.5).rate, 1e-3);
  EXPECT_NEAR(*resolve(RbpOptions{}, 0.76).rate, 2e-4, 1e-12);
  EXPECT_DOUBLE_EQ(*resolve(RbpOptions{}, 2.0).rate, 1e-3);
  EXPECT_EQ(*resolve(RbpOptions{}, 2.0).margin, 0);
  RbpOptions given;
  given.rate = 0.01;
  given.margin = 0.3;
  EXPECT_EQ(*resolve(given, 0.75).rate, 0.01);
  EXPECT_EQ(*resolve(given, 0.75).margin, 0.3);
}

}  // namespace
}  // namespace bitbasin::rbp_test
