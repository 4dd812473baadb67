// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/committee_learner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "bitbasin/bits/every_level.test.h"

namespace bitbasin::committee_learner_test {
namespace {

// The rules on odd integers h, one synapse at a time. The median is found by counting.
struct NaiveCommittee {
  const CommitteeInstance& instance;
  int h_max;
  std::vector<std::vector<int>> h;
  std::vector<double> owed;

  NaiveCommittee(const CommitteeInstance& patterns, const CommitteeLearner& start, int bound)
      : instance(patterns), h_max(2 * bound - 1), h(patterns.units()), owed(patterns.units()) {
    for (std::size_t l = 0; l < h.size(); ++l) {
      for (std::size_t i = 0; i < instance.n(); ++i)
        h[l].push_back(start.weights().sign(l * instance.n() + i));
    }
  }

  int sum(std::size_t row, std::size_t l) const {
    int total = 0;
    for (std::size_t i = 0; i < h[l].size(); ++i) {
      total += instance.x.sign(row, instance.column(l, i)) * (h[l][i] > 0 ? 1 : -1);
    }
    return total;
  }

  // How many units come before l: those with a larger sum, or the same sum and a smaller number.
  std::size_t rank(std::size_t row, std::size_t l) const {
    std::size_t before = 0;
    for (std::size_t other = 0; other < h.size(); ++other) {
      before += sum(row, other) > sum(row, l) || (sum(row, other) == sum(row, l) && other < l);
    }
    return before;
  }

  void present(std::size_t row, const LearningRule& rule) {
    std::vector<int> sums;
    std::vector<std::size_t> ranks;
    for (std::size_t l = 0; l < h.size(); ++l) {
      sums.push_back(sum(row, l));
      ranks.push_back(rank(row, l));
    }
    std::vector<int> sorted = sums;
    std::ranges::sort(sorted);
    const int median = sorted[h.size() / 2];
    for (std::size_t l = 0; l < h.size(); ++l) {
      const bool learns = median < rule.learn_below && sums[l] < rule.learn_below && ranks[l] <= h.size() / 2;
      const bool stabilised = median >= rule.learn_below && median < rule.stabilise_below &&
                              rule.stabilise_probability == 1 && ranks[l] == h.size() / 2;
      if (!learns && !stabilised) continue;
      if (learns) owed[l] += rule.reinforcement;
      const int steps = learns ? static_cast<int>(std::floor(owed[l])) : 0;
      owed[l] -= steps;
      for (std::size_t i = 0; i < h[l].size(); ++i) {
        int& state = h[l][i];
        const int x = instance.x.sign(row, instance.column(l, i)), w = state > 0 ? 1 : -1;
        if (learns || w == x) state = std::clamp(state + 2 * x + 2 * steps * w, -h_max, h_max);
      }
    }
  }
};

void expect_equal(const CommitteeForm& form, const LearningRule& rule) {
  constexpr int kBound = 7;
  const CommitteeInstance instance = random_committee(form, 33, 80, 3);
  const std::vector<BitMatrix> parts = unit_inputs(instance);
  CommitteeLearner learner(parts, form.units, kBound, 5, 0);
  NaiveCommittee naive(instance, learner, kBound);
  for (int epoch = 0; epoch < 4; ++epoch) {
    const EpochTally tally = learner.present_all(rule);
    if (tally.solved) break;
    for (const std::uint32_t row : learner.order()) naive.present(row, rule);
    for (std::size_t l = 0; l < form.units; ++l) {
      for (std::size_t i = 0; i < 33; ++i)
        ASSERT_EQ(learner.states(l).h(i), naive.h[l][i]) << epoch << " " << l;
    }
  }
}

TEST(CommitteeLearner, AgreesWithTheRulesOnIntegers) {
  const LearningRule cpr{.learn_below = 2, .reinforcement = 0.4};
  const LearningRule sbpi{.learn_below = 1, .stabilise_below = 4, .stabilise_probability = 1};
  for (const CommitteeForm form : {CommitteeForm{1, false}, {3, false}, {3, true}, {5, false}}) {
    expect_equal(form, cpr);
    expect_equal(form, sbpi);
  }
}

TEST(CommitteeLearner, SaysSolvedWhereNothingErrs) {
  const CommitteeInstance instance = random_committee({3, false}, 101, 60, 2);
  const std::vector<BitMatrix> parts = unit_inputs(instance);
  CommitteeLearner learner(parts, 3, 20, 1, 0);
  bool solved = false;
  for (int epoch = 0; epoch < 200 && !solved; ++epoch) {
    solved = learner.present_all({.learn_below = 2, .reinforcement = 0.3, .background = 1e-4}).solved;
  }
  EXPECT_TRUE(solved);
  EXPECT_EQ(count_violations(instance, learner.weights()), 0u);
}

TEST(CommitteeLearner, SameWeightsAtEverySimdLevel) {
  const CommitteeInstance instance = random_committee({3, false}, 101, 200, 2);
  const std::vector<BitMatrix> parts = unit_inputs(instance);
  const auto learnt = [&] {
    CommitteeLearner learner(parts, 3, 20, 1, 0);
    for (int epoch = 0; epoch < 3; ++epoch) learner.present_all({.learn_below = 2, .reinforcement = 0.3});
    return learner.weights();
  };
  const BitVector expected = learnt();
  for_every_simd_level([&](std::string_view) { EXPECT_EQ(learnt(), expected); });
}

}  // namespace
}  // namespace bitbasin::committee_learner_test
