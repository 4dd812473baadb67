// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/online_learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/geometric.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::online_learning_test {
namespace {

int sign(int h) {
  return h > 0 ? 1 : -1;
}

// The rules on odd integers h, one presentation and one synapse at a time. Takes the order of the patterns
// from the learner under test, and coins and masks from the same streams.
struct NaiveLearner {
  const BitMatrix& x;
  int h_max;
  std::vector<int> h;
  Stream coins, masks;
  double owed = 0;
  std::uint64_t masks_given = 0, stabilised = 0;

  NaiveLearner(const OnlineLearner& start, const BitMatrix& patterns, int bound, std::uint64_t seed,
               std::uint64_t run)
      : x(patterns),
        h_max(2 * bound - 1),
        h(patterns.cols()),
        coins(seed, purpose("online_learning.coins"), run),
        masks(seed, purpose("online_learning.masks"), run) {
    for (std::size_t i = 0; i < h.size(); ++i) h[i] = start.states().h(i);
  }

  void add(std::size_t i, int change) { h[i] = std::clamp(h[i] + change, -h_max, h_max); }

  int delta(std::size_t row) const {
    int sum = 0;
    for (std::size_t i = 0; i < h.size(); ++i) sum += x.sign(row, i) * sign(h[i]);
    return sum;
  }

  void present(std::size_t row, const LearningRule& rule, EpochTally& tally) {
    const int d = delta(row);
    if (d < rule.learn_below) {
      tally.errors += d <= 0;
      ++tally.learnt;
      owed += rule.reinforcement;
      const int steps = static_cast<int>(std::floor(owed));
      owed -= steps;
      for (std::size_t i = 0; i < h.size(); ++i) add(i, 2 * x.sign(row, i) + 2 * steps * sign(h[i]));
    } else if (d < rule.stabilise_below && coin(coins, rule.stabilise_probability)) {
      ++stabilised;
      for (std::size_t i = 0; i < h.size(); ++i) {
        if (sign(h[i]) == x.sign(row, i)) add(i, 2 * sign(h[i]));
      }
    }
  }

  void reinforce() {
    ++masks_given;
    BitVector mask(h.size());
    fill_bernoulli(masks, 0.125, mask.words());
    for (std::size_t i = 0; i < h.size(); ++i) {
      if (mask[i]) add(i, 2 * sign(h[i]));
    }
  }

  EpochTally present_all(std::span<const std::uint32_t> order, const LearningRule& rule) {
    EpochTally tally;
    const GeometricSkips skips(rule.background / 0.125);
    std::uint64_t skip = rule.background > 0 ? skips.next(masks) : GeometricSkips::kNever;
    for (std::size_t q = 0; q < order.size(); ++q) {
      present(order[q], rule, tally);
      if (skip-- == 0) {
        reinforce();
        if (q + 1 < order.size()) skip = skips.next(masks);
      }
    }
    return tally;
  }
};

void expect_same(const OnlineLearner& learner, const NaiveLearner& naive) {
  for (std::size_t i = 0; i < naive.h.size(); ++i) {
    ASSERT_EQ(learner.states().h(i), naive.h[i]);
    ASSERT_EQ(learner.states().w()[i], naive.h[i] > 0);
  }
}

// Too many patterns to be solved, so that every epoch is whole.
void expect_naive_epochs(const LearningRule& rule, int bound) {
  const PerceptronInstance instance = random_instance(101, 200, 3);
  for_every_simd_level([&](std::string_view) {
    OnlineLearner learner(instance.x, bound, 5, 2);
    NaiveLearner naive(learner, instance.x, bound, 5, 2);
    for (int epoch = 0; epoch < 20; ++epoch) {
      const EpochTally tally = learner.present_all(rule);
      const EpochTally expected = naive.present_all(learner.order(), rule);
      ASSERT_EQ(tally.errors, expected.errors);
      ASSERT_EQ(tally.learnt, expected.learnt);
      ASSERT_FALSE(tally.solved);
      expect_same(learner, naive);
    }
    EXPECT_EQ(naive.stabilised > 0, rule.stabilise_probability > 0);
    EXPECT_EQ(naive.masks_given > 0, rule.background > 0);
  });
}

TEST(OnlineLearner, SbpiAgreesWithTheNaiveRulesStepByStep) {
  expect_naive_epochs({.stabilise_below = 4, .stabilise_probability = 0.5}, 20);
}

TEST(OnlineLearner, ReinforcementOfWhatIsLearntAgreesWithTheNaiveRulesStepByStep) {
  expect_naive_epochs({.learn_below = 2, .reinforcement = 0.3}, 10);
  expect_naive_epochs({.learn_below = 1, .reinforcement = 1.7}, 150);
}

TEST(OnlineLearner, BackgroundReinforcementAgreesWithTheNaiveRulesStepByStep) {
  expect_naive_epochs({.background = 0.002}, 10);
}

// Each kind of noise changes what is learned, in the same way at every SIMD level.
TEST(OnlineLearner, NoiseIsTheSameAtEverySimdLevel) {
  const PerceptronInstance instance = random_instance(201, 150, 3);
  const auto learn = [&](const LearningNoise& noise) {
    OnlineLearner learner(instance.x, 20, 5, 2, 1, noise);
    for (int epoch = 0; epoch < 5; ++epoch) learner.present_all({.learn_below = 2, .background = 0.002});
    std::vector<int> h;
    for (std::size_t i = 0; i < 201; ++i) h.push_back(learner.states().h(i));
    return h;
  };
  const std::vector<int> quiet = learn({});
  for (const LearningNoise& noise : {LearningNoise{.flip = 0.01}, LearningNoise{.ignore = 0.1},
                                     LearningNoise{.decay = 0.1}, LearningNoise{.lose = 0.05}}) {
    const std::vector<int> h = learn(noise);
    EXPECT_NE(h, quiet);
    for_every_simd_level([&](std::string_view) { EXPECT_EQ(learn(noise), h); });
  }
}

TEST(OnlineLearner, SynapsesThatIgnoreAllChangesStay) {
  const PerceptronInstance instance = random_instance(201, 150, 3);
  OnlineLearner learner(instance.x, 20, 5, 2, 1, {.ignore = 0.999999});
  const BitVector start = learner.weights();
  for (int epoch = 0; epoch < 3; ++epoch) learner.present_all({.learn_below = 2});
  EXPECT_EQ(learner.weights(), start);
}

TEST(OnlineLearner, AllStatesThatAreLostAreOneStepFromFlipping) {
  const PerceptronInstance instance = random_instance(201, 600, 3);
  OnlineLearner learner(instance.x, 20, 5, 2, 1, {.lose = 1});
  EXPECT_FALSE(learner.present_all({}).solved);
  for (std::size_t i = 0; i < 201; ++i) EXPECT_EQ(std::abs(learner.states().h(i)), 1);
}

TEST(OnlineLearner, UnderNoiseASolutionIsOneOfThePatternsThemselves) {
  const PerceptronInstance instance = random_instance(201, 50, 8);
  int solved = 0;
  for (std::uint64_t run = 0; run < 10; ++run) {
    OnlineLearner learner(instance.x, 15, 1, run, 1, {.flip = 0.1, .ignore = 0.1});
    EpochTally tally;
    for (int epoch = 0; epoch < 100 && !tally.solved; ++epoch)
      tally = learner.present_all({.reinforcement = 0.1});
    if (!tally.solved) continue;
    ++solved;
    EXPECT_EQ(count_violations(instance, learner.weights()), 0u);
  }
  EXPECT_GE(solved, 5);
}

TEST(OnlineLearner, AnEpochWithoutLearningIsASolution) {
  const PerceptronInstance instance = random_instance(201, 60, 8);
  OnlineLearner learner(instance.x, 15, 1, 0);
  bool solved = false;
  for (int epoch = 0; epoch < 500 && !solved; ++epoch) {
    solved = learner.present_all({.reinforcement = 0.2}).solved;
    if (!solved) continue;
    EXPECT_EQ(count_violations(instance, learner.states().w()), 0u);
  }
  EXPECT_TRUE(solved);
}

TEST(OnlineLearner, WithAMarginASolutionIsCaughtAsItPasses) {
  const PerceptronInstance instance = random_instance(201, 100, 8);
  int solved = 0, epochs_cut = 0;
  for (std::uint64_t run = 0; run < 10; ++run) {
    OnlineLearner learner(instance.x, 15, 1, run);
    EpochTally tally;
    for (int epoch = 0; epoch < 500 && !tally.solved; ++epoch) {
      tally = learner.present_all({.learn_below = 4, .reinforcement = 0.002 * epoch});
    }
    if (!tally.solved) continue;  // frozen: constant reinforcement does that
    ++solved;
    EXPECT_EQ(count_violations(instance, learner.states().w()), 0u);
    epochs_cut += tally.learnt > 0;  // W was still being changed
  }
  EXPECT_GE(solved, 5);
  EXPECT_GT(epochs_cut, 0);
}

LearningPlan plan_with(std::uint64_t epochs, std::uint64_t restarts) {
  LearningPlan plan;
  plan.bound = 20;
  plan.epochs = epochs;
  plan.longer = 1.5;
  plan.restarts = restarts;
  plan.rule = [](double progress) { return LearningRule{.reinforcement = progress}; };
  return plan;
}

TEST(LearnOnline, GivesUpAfterItsRestartsWithTheBestWeights) {
  const PerceptronInstance instance = random_instance(101, 300, 1);  // three times too many
  RunControl control;
  const SolveResult result = learn_online(instance, plan_with(10, 2), {7, 1}, control);
  EXPECT_EQ(result.iterations, 10u + 15 + 23);  // 10, 15 and 22.5 epochs
  EXPECT_EQ(result.restarts, 2u);
  EXPECT_EQ(control.spent(), 300 * result.iterations);
  EXPECT_FALSE(result.solved());
  EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
  EXPECT_LT(result.violations, 100u);
}

TEST(LearnOnline, StopsAtItsBudgetWithTheBestWeights) {
  const PerceptronInstance instance = random_instance(101, 300, 1);
  for (const std::uint64_t work : {1u, 299u, 300u, 301u, 3000u, 3299u}) {
    RunControl control({.work = work});
    const SolveResult result = learn_online(instance, plan_with(1000, 5), {7, 1}, control);
    EXPECT_EQ(result.iterations, work / 300);
    EXPECT_EQ(control.stop_reason(), StopReason::budget);
    EXPECT_EQ(result.configuration.size(), 101u);
    EXPECT_EQ(result.violations, count_violations(instance, result.configuration));
  }
}

TEST(LearnOnline, StopsWhenCancelledAndReportsEachEpoch) {
  const PerceptronInstance instance = random_instance(101, 300, 1);
  std::atomic<bool> cancelled = false;
  std::vector<Progress> seen;
  RunLimits limits;
  limits.cancelled = &cancelled;
  double clock = 0;
  limits.clock = [&] { return clock += 1; };  // every report is due
  limits.on_progress = [&](const Progress& progress) {
    seen.push_back(progress);
    cancelled = seen.size() == 12;
  };
  RunControl control(limits);
  const SolveResult result = learn_online(instance, plan_with(10, 5), {7, 1}, control);
  EXPECT_EQ(control.stop_reason(), StopReason::cancelled);
  EXPECT_EQ(result.iterations, 12u);
  EXPECT_EQ(result.restarts, 1u);
  ASSERT_EQ(seen.size(), 12u);
  EXPECT_EQ(seen[3].phase, "solving");
  EXPECT_EQ(seen[3].done, 4u);
  EXPECT_EQ(seen[3].total, 10u);
  EXPECT_EQ(seen[11].total, 25u);  // the second run goes to 10 + 15
  EXPECT_GT(seen[0].best, seen[9].best);
}

TEST(LearnOnline, NoPatternsAreSolvedAtOnce) {
  RunControl control;
  const SolveResult result = learn_online(random_instance(5, 0, 1), plan_with(10, 0), {1, 1}, control);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(result.iterations, 1u);
}

}  // namespace
}  // namespace bitbasin::online_learning_test
