// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/rbp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/enumerate.test.h"

namespace bitbasin {
namespace {

SolveResult run(const PerceptronInstance& instance, const RbpOptions& options = {}, SolveSetup setup = {},
                RunLimits limits = {}) {
  RunControl control(limits);
  return solve(instance, options, setup, control);
}

TEST(Rbp, SolvesWithItsDefaults) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const PerceptronInstance instance = random_instance(1001, pattern_count(1001, 0.65), seed);
    const SolveResult result = run(instance, {}, {seed, 1});
    EXPECT_TRUE(result.solved());
    EXPECT_EQ(check_weights(instance, result.weights), 0u);
    EXPECT_GT(result.iterations, 0u);
  }
}

TEST(Rbp, ThePapersFormSolvesToo) {
  RbpOptions options;
  options.margin = 0;
  const PerceptronInstance instance = random_instance(501, 300, 1);
  EXPECT_EQ(check_weights(instance, run(instance, options).weights), 0u);
}

TEST(Rbp, FindsTheTeacher) {
  const PerceptronInstance instance = teacher_instance(1001, 2002, 4);
  const SolveResult result = run(instance);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(result.weights, *instance.teacher);
}

TEST(Rbp, AnswersAreAmongTheEnumeratedSolutions) {
  int solvable = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PerceptronInstance instance = random_instance(15, 7, seed);
    const auto solutions = enumerate_solutions(instance);
    const SolveResult result = run(instance, {}, {seed, 1});
    solvable += !solutions.empty();
    solved += result.solved();
    EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, as_number(result.weights)));
  }
  EXPECT_GE(solvable, 15);
  EXPECT_GE(solved, solvable - 2);
}

TEST(Rbp, SameWeightsForAllThreadsAndSimdLevels) {
  const PerceptronInstance instance = random_instance(1501, 1000, 9);
  const SolveResult expected = run(instance);
  for_every_simd_level([&](std::string_view) {
    for (const int threads : {1, 2}) {
      const SolveResult result = run(instance, {}, {1, threads});
      EXPECT_EQ(result.weights, expected.weights);
      EXPECT_EQ(result.iterations, expected.iterations);
    }
  });
}

TEST(Rbp, StopsAtItsBudgetWithTheBestSoFar) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  RunLimits limits;
  limits.work = 350 * 20;
  const SolveResult result = run(instance, {}, {}, limits);
  EXPECT_EQ(result.iterations, 20u);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST(Rbp, StopsWhenCancelled) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  const std::atomic<bool> cancelled = true;
  RunLimits limits;
  limits.cancelled = &cancelled;
  const SolveResult result = run(instance, {}, {}, limits);
  EXPECT_EQ(result.iterations, 0u);
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
}

TEST(Rbp, GivesUpOnAnImpossibleInstance) {
  RbpOptions options;
  options.rate = 0.02;
  options.restarts = 1;
  const PerceptronInstance instance = random_instance(201, 400, 2);
  const SolveResult result = run(instance, options);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 1u);
  EXPECT_EQ(result.errors, check_weights(instance, result.weights));
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
}  // namespace bitbasin
