// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/committee_learner.h"

#include <algorithm>

#include "bitbasin/bits/dot.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/rng/bernoulli.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

CommitteeLearner::CommitteeLearner(std::span<const BitMatrix> parts, std::size_t units, int bound,
                                   std::uint64_t seed, std::uint64_t run)
    : parts_(parts),
      order_numbers_(seed, purpose("committee_learner.order"), run),
      coins_(seed, purpose("committee_learner.coins"), run),
      masks_(seed, purpose("committee_learner.masks"), run),
      order_(parts.front().rows()),
      mask_(parts.front().cols()),
      sums_(units),
      owed_(units),
      last_errors_(parts.front().rows()) {
  Stream start(seed, purpose("committee_learner.start"), run);
  for (std::size_t l = 0; l < units; ++l) {
    BitVector w(mask_.size());
    start.fill(w.words());
    w.clear_padding();
    states_.emplace_back(w, bound);
  }
}

void CommitteeLearner::find_sums(std::uint32_t row) {
  const auto n = static_cast<std::int64_t>(mask_.size());
  for (std::uint32_t l = 0; l < sums_.size(); ++l) {
    const auto differ = hamming(part(l).row(row), states_[l].w().words());
    sums_[l] = {static_cast<std::int32_t>(n - 2 * static_cast<std::int64_t>(differ)), l};
  }
  std::ranges::sort(sums_, [](const Sum& a, const Sum& b) {
    return a.delta != b.delta ? a.delta > b.delta : a.unit < b.unit;
  });
}

bool CommitteeLearner::errs(std::uint32_t row) const {
  std::size_t positive = 0;
  for (std::size_t l = 0; l < states_.size(); ++l) {
    positive += 2 * hamming(part(l).row(row), states_[l].w().words()) < mask_.size();
  }
  return !MajorityModel::allows(positive, states_.size());
}

EpochTally CommitteeLearner::present_all(const LearningRule& rule) {
  // Background reinforcement comes in masks of this density, as in online_learning.cc.
  constexpr double kMaskDensity = 0.125;
  order_.shuffle(order_numbers_);
  EpochTally tally;
  const std::size_t middle = sums_.size() / 2;
  for (const std::uint32_t row : order_.rows()) {
    find_sums(row);
    const Sum median = sums_[middle];
    if (median.delta < rule.learn_below) {
      learn(row, rule, tally);
      if (tally.solved) break;
    } else if (median.delta < rule.stabilise_below && coin(coins_, rule.stabilise_probability)) {
      states_[median.unit].stabilise(part(median.unit).row(row));
    }
    if (rule.background > 0 && coin(masks_, std::min(1.0, rule.background / kMaskDensity))) {
      reinforce_some(kMaskDensity);
    }
  }
  // All were presented to the same W, for only learning changes W.
  if (tally.learnt == 0) tally.solved = true;
  last_errors_ = tally.errors;
  return tally;
}

void CommitteeLearner::learn(std::uint32_t row, const LearningRule& rule, EpochTally& tally) {
  const std::size_t middle = sums_.size() / 2;
  tally.errors += sums_[middle].delta < 1;
  ++tally.learnt;
  for (std::size_t j = 0; j <= middle; ++j) {
    if (sums_[j].delta >= rule.learn_below) continue;
    const std::uint32_t unit = sums_[j].unit;
    owed_[unit] += std::min<double>(rule.reinforcement, states_[unit].bound());
    const int steps = static_cast<int>(owed_[unit]);
    owed_[unit] -= steps;
    states_[unit].learn(part(unit).row(row), steps);
  }
  // With a margin W goes on changing when it errs on no pattern, so a solution must be caught as it passes.
  const std::uint64_t few = std::max<std::uint64_t>(8, order_.rows().size() / 200);
  if (rule.learn_below > 1 && last_errors_ <= few) {
    tally.solved = recent_errors_.none(order_.rows(), [&](std::span<const std::uint32_t> rows) {
      return static_cast<std::size_t>(std::ranges::find_if(rows, [&](std::uint32_t r) { return errs(r); }) -
                                      rows.begin());
    });
  }
}

void CommitteeLearner::reinforce_some(double density) {
  for (BitPlaneStates& states : states_) {
    fill_bernoulli(masks_, density, mask_.words());
    mask_.clear_padding();
    states.reinforce(mask_.words());
  }
}

BitVector CommitteeLearner::weights() const {
  const std::size_t n = mask_.size();
  BitVector all(states_.size() * n);
  for (std::size_t l = 0; l < states_.size(); ++l) {
    for (std::size_t i = 0; i < n; ++i) all.set(l * n + i, states_[l].w()[i]);
  }
  return all;
}

}  // namespace bitbasin
