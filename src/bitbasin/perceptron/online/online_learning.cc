// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/online_learning.h"

#include <algorithm>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/one_sided.h"
#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

BitVector random_weights(std::size_t n, Stream stream) {
  BitVector w(n);
  stream.fill(w.words());
  w.clear_padding();
  return w;
}

// Background reinforcement comes in masks of this density, each after a presentation with probability
// background / density: the same rate per synapse for a small fraction of the random numbers.
constexpr double kMaskDensity = 0.125;

std::uint64_t few_errors(std::size_t patterns) {
  return std::max<std::uint64_t>(8, patterns / 200);
}

}  // namespace

OnlineLearner::OnlineLearner(const BitMatrix& x, int bound, std::uint64_t seed, std::uint64_t run,
                             std::int32_t least)
    : x_(x),
      least_(least),
      order_numbers_(seed, purpose("online_learning.order"), run),
      coins_(seed, purpose("online_learning.coins"), run),
      masks_(seed, purpose("online_learning.masks"), run),
      states_(random_weights(x.cols(), Stream(seed, purpose("online_learning.start"), run)), bound),
      order_(x.rows()),
      mask_(x.cols()),
      few_errors_(few_errors(x.rows())),
      last_errors_(x.rows()) {}

EpochTally OnlineLearner::present_all(const LearningRule& rule) {
  order_.shuffle(order_numbers_);
  const std::size_t count = order_.rows().size();
  EpochTally tally;
  if (rule.background > 0) {
    const GeometricSkips skips(std::min(1.0, rule.background / kMaskDensity));
    std::size_t first = 0;
    while (first < count && !tally.solved) {
      const std::uint64_t skip = std::min<std::uint64_t>(skips.next(masks_), count);
      const std::size_t last = std::min<std::size_t>(count, first + skip + 1);
      present(first, last, rule, tally);
      if (first + skip < count) reinforce_some();
      first = last;
    }
  } else {
    present(0, count, rule, tally);
  }
  // All were presented to the same W, because only learning changes W.
  if (tally.learnt == 0) tally.solved = true;
  last_errors_ = tally.errors;
  return tally;
}

void OnlineLearner::present(std::size_t first, std::size_t last, const LearningRule& rule,
                            EpochTally& tally) {
  const std::int32_t below = std::max(rule.learn_below, rule.stabilise_below);
  while (first < last && !tally.solved) {
    const auto rows = order_.rows().subspan(first, last - first);
    const FirstUnstable found = first_unstable(x_, rows, states_.w(), below);
    first += found.position + 1;
    if (found.position == rows.size()) return;
    if (found.delta < rule.learn_below) {
      tally.errors += found.delta < least_;
      learn(rows[found.position], rule, tally);
    } else if (coin(coins_, rule.stabilise_probability)) {
      states_.stabilise(x_.row(rows[found.position]));
    }
  }
}

void OnlineLearner::learn(std::uint32_t row, const LearningRule& rule, EpochTally& tally) {
  owed_ += std::min<double>(rule.reinforcement, states_.bound());
  const int steps = static_cast<int>(owed_);
  owed_ -= steps;
  states_.learn(x_.row(row), steps);
  ++tally.learnt;
  // With a margin W keeps changing after it has no errors left, so a solution must be noticed when it occurs.
  if (rule.learn_below > least_ && last_errors_ <= few_errors_) {
    tally.solved = recent_errors_.none(x_, order_.rows(), states_.w(), least_);
  }
}

void OnlineLearner::reinforce_some() {
  fill_bernoulli(masks_, kMaskDensity, mask_.words());
  mask_.clear_padding();
  states_.reinforce(mask_.words());
}

int bound_of(std::int64_t h_max, std::string_view name) {
  if (h_max % 2 == 0) fail("{}: expected an odd h_max, got {}", name, h_max);
  return static_cast<int>((h_max + 1) / 2);
}

std::int64_t nearest_h_max(double h) {
  return std::clamp<std::int64_t>(2 * static_cast<std::int64_t>(h / 2) + 1, 1, kLargestHMax);
}

std::int32_t below_margin(const PerceptronInstance& instance, std::int64_t margin) {
  const std::int64_t from = instance.sums().least - least_margin(instance.n());
  return static_cast<std::int32_t>(from + margin + 1);
}

SolveResult learn_online(const PerceptronInstance& instance, const LearningPlan& plan,
                         const SolveSetup& setup, RunControl& control) {
  const OneSided constraints(instance);
  const BitMatrix& x = constraints.x();
  const std::int32_t least = constraints.least();
  std::vector<std::int32_t> deltas(x.rows());
  const auto start = [&](std::uint64_t run) { return OnlineLearner(x, plan.bound, setup.seed, run, least); };
  const auto count = [&](const BitVector& w) {
    dots(x, w, deltas, setup.threads);
    return static_cast<std::size_t>(
        std::ranges::count_if(deltas, [=](std::int32_t delta) { return delta < least; }));
  };
  return run_plan(plan, instance.n(), x.rows(), setup, control, start, count);
}

}  // namespace bitbasin
