// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/online_learning.h"

#include <algorithm>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/one_sided.h"

namespace bitbasin {
namespace {

std::uint64_t few_errors(std::size_t patterns) {
  return std::max<std::uint64_t>(8, patterns / 200);
}

}  // namespace

OnlineLearner::OnlineLearner(const BitMatrix& x, int bound, std::uint64_t seed, std::uint64_t run,
                             std::int32_t least, const LearningNoise& noise)
    : x_(x),
      least_(least),
      order_numbers_(seed, purpose("online_learning.order"), run),
      synapses_(x.cols(), bound, noise, seed, run),
      order_(x.rows()),
      few_errors_(few_errors(x.rows())),
      last_errors_(x.rows()) {}

EpochTally OnlineLearner::present_all(const LearningRule& rule) {
  order_.shuffle(order_numbers_);
  const std::size_t count = order_.rows().size();
  EpochTally tally;
  if (rule.background > 0) {
    std::size_t first = 0;
    while (first < count && !tally.solved) {
      const std::uint64_t skip =
          std::min<std::uint64_t>(synapses_.presentations_to_mask(rule.background), count);
      const std::size_t last = std::min<std::size_t>(count, first + skip + 1);
      present(first, last, rule, tally);
      if (first + skip < count) synapses_.reinforce_some();
      first = last;
    }
  } else {
    present(0, count, rule, tally);
  }
  // All were presented to the same W, because only learning changes W.
  if (tally.learnt == 0) tally.solved = !synapses_.sees_noise() || has_no_errors();
  if (!tally.solved) synapses_.forget();
  last_errors_ = tally.errors;
  return tally;
}

void OnlineLearner::present(std::size_t first, std::size_t last, const LearningRule& rule,
                            EpochTally& tally) {
  const auto rows = order_.rows().subspan(first, last - first);
  if (!synapses_.sees_noise()) return present(x_, rows, rule, tally);
  constexpr std::uint32_t kOnlyRow[] = {0};
  for (const std::uint32_t row : rows) {
    present(synapses_.seen(x_.row(row)), kOnlyRow, rule, tally);
    if (tally.solved) return;
  }
}

void OnlineLearner::present(const BitMatrix& x, std::span<const std::uint32_t> rows, const LearningRule& rule,
                            EpochTally& tally) {
  const std::int32_t below = std::max(rule.learn_below, rule.stabilise_below);
  while (!rows.empty() && !tally.solved) {
    const FirstUnstable found = first_unstable(x, rows, weights(), below);
    if (found.position == rows.size()) return;
    const auto shown = x.row(rows[found.position]);
    rows = rows.subspan(found.position + 1);
    if (!synapses_.present(shown, found.delta, rule)) continue;
    tally.errors += found.delta < least_;
    ++tally.learnt;
    // With a margin or flipped inputs W keeps changing after it has no errors left, so a solution must be
    // noticed when it occurs.
    const bool near = rule.learn_below > least_ && last_errors_ <= few_errors_;
    if (near || synapses_.sees_noise()) tally.solved = has_no_errors();
  }
}

bool OnlineLearner::has_no_errors() {
  return recent_errors_.none(x_, order_.rows(), weights(), least_);
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
  const auto start = [&](std::uint64_t run) {
    return OnlineLearner(x, plan.bound, setup.seed, run, least, plan.noise);
  };
  const auto count = [&](const BitVector& w) {
    dots(x, w, deltas, setup.threads);
    return static_cast<std::size_t>(
        std::ranges::count_if(deltas, [=](std::int32_t delta) { return delta < least; }));
  };
  return run_plan(plan, instance.n(), x.rows(), setup, control, start, count);
}

}  // namespace bitbasin
