// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rms.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/enumerate.test.h"
#include "bitbasin/perceptron/messages/max_sum.h"

namespace bitbasin::rms_test {
namespace {

SolveResult run(const PerceptronInstance& instance, const RmsOptions& options = {}, SolveSetup setup = {},
                RunLimits limits = {}) {
  RunControl control(limits);
  return solve(instance, options, setup, control);
}

TEST(Rms, SolvesWithItsDefaults) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const PerceptronInstance instance = random_instance(1001, pattern_count(1001, 0.65), seed);
    const SolveResult result = run(instance, {}, {seed, 1});
    EXPECT_TRUE(result.solved());
    EXPECT_EQ(count_violations(instance, result.configuration), 0u);
    EXPECT_GT(result.iterations, 0u);
  }
}

TEST(Rms, ThePapersFormSolvesToo) {
  RmsOptions options;
  options.margin = 0;
  const PerceptronInstance instance = random_instance(501, 280, 1);
  EXPECT_EQ(count_violations(instance, run(instance, options).configuration), 0u);
}

TEST(Rms, FindsTheTeacher) {
  const PerceptronInstance instance = teacher_instance(1001, 2002, 4);
  const SolveResult result = run(instance);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(result.configuration, *instance.teacher);
}

TEST(Rms, AnswersAreAmongTheEnumeratedSolutions) {
  RmsOptions options;
  options.restarts = 1;
  int solvable = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const PerceptronInstance instance = random_instance(15, 7, seed);
    const auto solutions = enumerate_solutions(instance);
    const SolveResult result = run(instance, options, {seed, 1});
    solvable += !solutions.empty();
    solved += result.solved();
    EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, as_number(result.configuration)));
  }
  EXPECT_GE(solvable, 15);
  EXPECT_GE(solved, solvable - 2);
}

TEST(Rms, SmallestInstances) {
  EXPECT_TRUE(run(random_instance(1, 0, 1)).solved());
  EXPECT_TRUE(run(random_instance(1, 1, 1)).solved());
  const SolveResult even = run(instance_from_patterns(random_instance(41, 1, 3).x, BitVector(1)));
  EXPECT_TRUE(even.solved());
}

TEST(Rms, EvenNumbersOfSynapsesNeedASumOfTwo) {
  BitMatrix patterns(6, 20);
  const BitMatrix random = random_instance(21, 6, 5).x;
  for (std::size_t r = 0; r < 6; ++r) {
    for (std::size_t c = 0; c < 20; ++c) patterns.set(r, c, random.get(r, c));
  }
  const PerceptronInstance instance = instance_from_patterns(patterns, BitVector(6));
  const SolveResult result = run(instance);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(count_violations(instance, result.configuration), 0u);
}

TEST(Rms, SameWeightsForAllThreadsAndSimdLevels) {
  const PerceptronInstance instance = random_instance(2101, 1100, 9);  // enough work for 2 threads
  RunLimits limits;
  limits.work = 1100 * 10;
  const SolveResult expected = run(instance, {}, {1, 1}, limits);
  for_every_simd_level([&](std::string_view) {
    for (const int threads : {1, 2}) {
      const SolveResult result = run(instance, {}, {1, threads}, limits);
      EXPECT_EQ(result.configuration, expected.configuration);
      EXPECT_EQ(result.violations, expected.violations);
    }
  });
}

TEST(Rms, TheSeedDecides) {
  const PerceptronInstance instance = random_instance(501, 300, 9);
  EXPECT_EQ(run(instance, {}, {3, 1}).configuration, run(instance, {}, {3, 1}).configuration);
  EXPECT_NE(run(instance, {}, {3, 1}).configuration, run(instance, {}, {4, 1}).configuration);
}

TEST(Rms, StopsAtItsBudgetWithTheBestSoFar) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  RunLimits limits;
  limits.work = 350 * 20 + 349;
  const SolveResult result = run(instance, {}, {}, limits);
  EXPECT_EQ(result.iterations, 20u);
  EXPECT_FALSE(result.solved());
  EXPECT_LT(result.violations, 100u);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST(Rms, StopsWhenCancelled) {
  const PerceptronInstance instance = random_instance(501, 350, 2);
  const std::atomic<bool> cancelled = true;
  RunLimits limits;
  limits.cancelled = &cancelled;
  const SolveResult result = run(instance, {}, {}, limits);
  EXPECT_EQ(result.iterations, 0u);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

TEST(Rms, GivesUpAfterTheRestartsAndMeltsItWasGiven) {
  RmsOptions options;
  options.rate = 0.02;
  options.margin = 1;  // r from 0.5 to 0.72: 11 iterations; 0.62 to 0.72: 5; then twice as many
  options.melts = 2;
  options.restarts = 1;
  const PerceptronInstance instance = random_instance(201, 400, 2);
  const SolveResult result = run(instance, options);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.restarts, 1u);
  EXPECT_NEAR(static_cast<double>(result.iterations), (11 + 2 * 5) * 3, 6);
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
}

// The ramps of rms.h over the updates of max_sum.h, step by step.
TEST(Rms, RampsAndMeltsAsItsOptionsSay) {
  const PerceptronInstance instance = random_instance(201, 160, 2);
  RmsOptions options;
  options.rate = 0.013;
  options.margin = 0.8;
  options.margin_end = 0.6;
  options.start = 0.3;
  options.end = 0.7;
  options.melt = 0.25;
  options.melts = 2;
  options.restarts = 1;
  const SolveResult result = run(instance, options, {7, 1});

  std::size_t fewest = 161;
  BitVector best;
  std::uint64_t iterations = 0;
  for (const std::uint64_t restart : {0, 1}) {
    const double rate = restart == 0 ? 0.013 : 0.013 * 0.5;
    MaxSumState state(instance.x);
    start_max_sum(state, Stream(7, purpose("rms.start"), restart));
    Stream dither(7, purpose("rms.margin"), restart);
    for (const double start : {0.3, 0.7 - 0.25, 0.7 - 0.25}) {
      for (int t = 0; start + rate * t < 0.7; ++t) {
        const double r = start + rate * t;
        const double kappa = 0.8 * std::sqrt(201.0) * std::max(0.0, 1 - r / 0.6);
        const std::size_t errors = count_violations(instance, state.weights);
        if (errors < fewest) {
          fewest = errors;
          best = state.weights;
        }
        update_max_sum(instance.x, state, r, kappa, dither, 1);
        ++iterations;
      }
    }
  }
  ASSERT_GT(fewest, 0u) << "the instance is meant to be too hard for such fast ramps";
  EXPECT_EQ(result.iterations, iterations);
  EXPECT_EQ(result.violations, fewest);
  EXPECT_EQ(result.configuration, best);
}

TEST(Rms, ReportsProgress) {
  const PerceptronInstance instance = random_instance(501, 420, 2);
  std::vector<Progress> seen;
  RunLimits limits;
  limits.work = 420 * 50;
  double now = 0;
  limits.clock = [&] { return now += 1; };
  limits.on_progress = [&](const Progress& p) { seen.push_back(p); };
  run(instance, {}, {}, limits);
  ASSERT_GT(seen.size(), 10u);
  EXPECT_EQ(seen.front().phase, "solving");
  EXPECT_LT(seen.front().done, seen.back().done);
  EXPECT_GE(seen.front().total, seen.back().done);
  EXPECT_GT(seen.front().best, 0);
}

TEST(Rms, AutomaticOptionsFollowTheirRules) {
  EXPECT_NEAR(*resolve(RmsOptions{}, 0.5).rate, 1e-3, 1e-15);
  EXPECT_NEAR(*resolve(RmsOptions{}, 0.75).rate, 5e-5, 1e-15);
  EXPECT_NEAR(*resolve(RmsOptions{}, 0.8).rate, 5e-5, 1e-15);
  EXPECT_NEAR(*resolve(RmsOptions{}, 2.0).rate, 1e-3, 1e-15);
  EXPECT_GT(*resolve(RmsOptions{}, 0.70).rate, *resolve(RmsOptions{}, 0.72).rate);
  EXPECT_EQ(*resolve(RmsOptions{}, 0.7).margin, 1);
  EXPECT_EQ(*resolve(RmsOptions{}, 2.0).margin, 0);
  EXPECT_EQ(*resolve(RmsOptions{}, 0.7).start, 0.5);
  RmsOptions plain;
  plain.margin = 0;
  EXPECT_EQ(*resolve(plain, 0.7).start, 0.2);
  EXPECT_EQ(*resolve(plain, 0.7).end, 1);
  RmsOptions given;
  given.rate = 0.01;
  given.start = 0.3;
  given.end = 0.9;
  EXPECT_EQ(*resolve(given, 0.75).rate, 0.01);
  EXPECT_EQ(*resolve(given, 0.75).start, 0.3);
  EXPECT_EQ(*resolve(given, 0.75).end, 0.9);
}

TEST(Rms, EveryOptionCanBeNamed) {
  RmsOptions options;
  apply(rms_options(), options, parse_spec("rms:rate=0.001,margin=0,start=0.1,end=0.9,melts=2,restarts=0"));
  EXPECT_EQ(options.rate, 0.001);
  EXPECT_EQ(options.margin, 0.0);
  EXPECT_EQ(options.melts, 2);
  EXPECT_EQ(rms_options().size(), 8u);
}

}  // namespace
}  // namespace bitbasin::rms_test
