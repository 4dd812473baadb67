// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/trainer.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "bitbasin/bits/dot.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/poisson.h"
#include "bitbasin/rng/shuffle.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// Large batches keep a block of weights in the first-level cache while they go through it; the price is one
// more evaluation of every unit that has learnt, for half the batch. 32 was best for 16200 units (6.8 us a
// pattern instead of 19.5), and makes no difference where all weights fit into the first level.
constexpr std::size_t kBatch = 32;

TrainerState start(const CommitteeShape& shape, std::uint64_t seed) {
  TrainerState state;
  state.network = make_committee_array(shape, seed);
  BitMatrix& weights = state.network.weights;
  for (std::size_t u = 0; u < weights.rows(); ++u) {
    Stream stream(seed, purpose("network.weights"), u);
    stream.fill(weights.row(u));
    clear_padding(weights.row(u), weights.cols());
  }
  state.hidden = HiddenStates(weights);
  state.reinforced.assign(weights.rows(), 0.0);
  return state;
}

}  // namespace

const OptionTable<TrainOptions>& train_options() {
  static const OptionTable<TrainOptions> kTable{
      option("robustness", &TrainOptions::robustness, {0, 1 << 20},
             "patterns with a smaller margin are learnt too", "r"),
      option("reinforcement", &TrainOptions::reinforcement, {0.0, 1.0},
             "expected reinforcements per synapse and presentation, in the first epoch", "p_r"),
      option("growth", &TrainOptions::growth, {1.0, 2.0}, "factor of the reinforcement from epoch to epoch"),
      option("batch", &TrainOptions::batch, {1, 4096}, "patterns evaluated together; changes speed only"),
  };
  return kTable;
}

Trainer::Trainer(const TrainingSet& set, const CommitteeShape& shape, const TrainOptions& options,
                 std::uint64_t seed, int threads)
    : Trainer(set, start(shape, seed), options, seed, threads) {}

Trainer::Trainer(const TrainingSet& set, TrainerState state, const TrainOptions& options, std::uint64_t seed,
                 int threads)
    : set_(set),
      options_(options),
      seed_(seed),
      threads_(threads),
      state_(std::move(state)),
      sliced_(LaneLayout(state_.network.shape), state_.network.shape, state_.network.weights),
      sums_(sliced_.layout(), static_cast<std::size_t>(options.batch.value_or(kBatch))),
      readout_(state_.network.shape, state_.network.outputs),
      is_stale_(state_.network.shape.all_units()),
      before_(state_.network.weights.stride()) {
  assert(set.patterns->cols() == state_.network.shape.inputs && set.images() > 0);
}

std::optional<EpochCounts> Trainer::run_epoch(RunControl& control) {
  if (ordered_epoch_ != state_.epoch) {
    Stream stream(seed_, purpose("network.order"), state_.epoch);
    order_ = random_permutation(stream, static_cast<std::uint32_t>(set_.images()));
    for (std::uint32_t& row : order_) {
      row += static_cast<std::uint32_t>(uniform_below(stream, set_.versions()) * set_.images());
    }
    ordered_epoch_ = state_.epoch;
    rate_ = options_.reinforcement;
    for (std::uint64_t e = 0; e < state_.epoch; ++e) rate_ = std::min(1.0, rate_ * options_.growth);
  }
  while (state_.position < order_.size()) {
    const std::size_t count = std::min(sums_.patterns(), order_.size() - state_.position);
    if (!control.spend(count)) return std::nullopt;
    present(std::span(order_).subspan(state_.position, count));
    control.report({"training", state_.position, order_.size(), static_cast<double>(state_.counts.errors)});
  }
  state_.time_before += rate_ * static_cast<double>(order_.size());
  state_.position = 0;
  ++state_.epoch;
  return std::exchange(state_.counts, {});
}

void Trainer::present(std::span<const std::uint32_t> rows) {
  const BitMatrix& patterns = *set_.patterns;
  const auto centre = static_cast<int>((patterns.cols() - 1) / 2);
  batch_.clear();
  for (const std::uint32_t row : rows) batch_.add(patterns.row(row), patterns.cols());
  sum_units(sliced_, batch_, sums_, threads_);
  for (std::size_t b = 0; b < rows.size(); ++b) {
    const auto x = patterns.row(rows[b]);
    const std::size_t label = set_.labels[rows[b] % set_.images()];
    for (const std::uint32_t unit : stale_) {
      sums_.set(b, unit, centre - static_cast<int>(hamming(state_.network.weights.row(unit), x)));
    }
    readout_.read(sums_, b);
    const int margin = label_margin(readout_.sums(), label);
    EpochCounts& counts = state_.counts;
    counts.errors += margin <= 0;
    if (margin <= 0 || margin < options_.robustness) {
      ++counts.signals;
      readout_.route(sums_, b, label, [&](std::size_t unit, int sign) {
        ++counts.updates;
        learn(unit, sign, rows[b]);
      });
    }
    ++counts.presentations;
    ++state_.position;
  }
  for (const std::uint32_t unit : stale_) is_stale_[unit] = 0;
  stale_.clear();
}

void Trainer::learn(std::size_t unit, int sign, std::size_t pattern) {
  reinforce(unit);
  const auto weights = state_.network.weights.row(unit);
  std::ranges::copy(weights, before_.begin());
  if (!state_.hidden.learn(unit, set_.patterns->row(pattern), sign, weights)) return;
  sliced_.update(unit, before_, weights);
  if (is_stale_[unit] == 0) {
    is_stale_[unit] = 1;
    stale_.push_back(static_cast<std::uint32_t>(unit));
  }
}

// Reinforcement changes no weight, so it waits until the unit learns: then as many synapses, at random, as
// have been due since. The draws are named by the unit and the presentation, not by what was drawn before.
void Trainer::reinforce(std::size_t unit) {
  const double now = state_.time_before + rate_ * static_cast<double>(state_.position);
  const auto inputs = static_cast<double>(state_.hidden.inputs());
  const double mean = (now - std::exchange(state_.reinforced[unit], now)) * inputs;
  if (mean <= 0) return;
  Stream stream(seed_, purpose("network.reinforcement"),
                presentation() * state_.network.shape.all_units() + unit);
  for (std::uint64_t left = poisson(stream, mean); left > 0;) {
    // Two positions from a word: 32 bits each, uniform to one part in four billion over N.
    const std::uint64_t word = stream.next();
    for (const std::uint64_t half : {word & 0xffffffff, word >> 32}) {
      if (left == 0) break;
      state_.hidden.reinforce(unit, half * state_.hidden.inputs() >> 32);
      --left;
    }
  }
}

}  // namespace bitbasin
