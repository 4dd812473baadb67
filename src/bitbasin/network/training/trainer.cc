// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/trainer.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <limits>
#include <utility>

#include "bitbasin/base/parallel.h"
#include "bitbasin/network/training/presets.h"
#include "bitbasin/rng/bernoulli.h"
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
constexpr std::size_t kThreadedBatch = 16;

}  // namespace

TrainerState start_training(const CommitteeShape& shape, std::uint64_t seed) {
  CommitteeArray network = make_committee_array(shape, seed);
  BitMatrix& weights = network.weights;
  for (std::size_t u = 0; u < weights.rows(); ++u) {
    Stream stream(seed, purpose("network.weights"), u);
    stream.fill(weights.row(u));
    clear_padding(weights.row(u), weights.cols());
  }
  return start_training(std::move(network));
}

TrainerState start_training(CommitteeArray network) {
  TrainerState state;
  state.network = std::move(network);
  state.hidden = UnitStates(state.network.weights);
  state.reinforced.assign(state.network.shape.all_units(), 0.0);
  return state;
}

Trainer::Trainer(const PatternSet& set, const CommitteeShape& shape, const TrainingOptions& options,
                 int threads)
    : Trainer(set, start_training(shape, options.seed), options, threads) {}

Trainer::Trainer(const PatternSet& set, TrainerState state, const TrainingOptions& options, int threads)
    : set_(set),
      options_(resolve(options)),
      threads_(threads),
      state_(std::move(state)),
      sliced_(LaneLayout(state_.network.shape), state_.network.weights),
      readout_(state_.network.shape, state_.network.outputs),
      batch_size_(static_cast<std::size_t>(options.batch.value_or(threads > 1 ? kThreadedBatch : kBatch))),
      is_changed_(state_.network.shape.all_units()) {
  assert(set.inputs() == state_.network.shape.inputs && set.images() > 0);
  assert(set.depth == state_.network.shape.depth && (set.products == nullptr || set.depth == 1));
  front_.sums = UnitSums(sliced_.layout(), batch_size_);
  if (threads > 1) back_.sums = UnitSums(sliced_.layout(), batch_size_);
}

void Trainer::start_epoch() {
  Stream stream(options_.seed, purpose("network.order"), state_.epoch);
  order_ = random_permutation(stream, static_cast<std::uint32_t>(set_.images()));
  for (std::uint32_t& pattern : order_) {
    pattern += static_cast<std::uint32_t>(uniform_below(stream, set_.versions()) * set_.images());
  }
  rate_ = *options_.reinforcement;
  for (std::uint64_t e = 0; e < state_.epoch; ++e) rate_ = std::min(1.0, rate_ * *options_.growth);
}

std::optional<EpochCounts> Trainer::run_epoch(RunControl& control, const TrainProgress& progress) {
  if (order_.empty()) start_epoch();
  bool evaluated = false;
  while (state_.position < order_.size()) {
    if (!evaluated) {
      gather(state_.position, front_);
      sum_units(sliced_, front_.on, front_.sums);
      if (threads_ > 1) gather(state_.position + front_.patterns.size(), back_);
    }
    if (!control.spend(front_.patterns.size())) return std::nullopt;
    evaluated = threads_ > 1;
    if (evaluated) {
      present_and_evaluate();
    } else {
      present(front_);
      settle();
      forget_changes();
    }
    control.report({"training", presentation(), progress.epochs * order_.size(),
                    std::numeric_limits<double>::quiet_NaN(), progress.detail});
  }
  state_.time_before += rate_ * static_cast<double>(order_.size());
  state_.position = 0;
  ++state_.epoch;
  order_.clear();
  return std::exchange(state_.counts, {});
}

// Returns nothing if the epoch is over.
void Trainer::gather(std::size_t position, Batch& batch) const {
  const std::size_t begin = std::min(position, order_.size());
  batch.patterns = std::span(order_).subspan(begin, std::min(batch_size_, order_.size() - begin));
  batch.on.clear();
  if (changes_patterns()) change_patterns(begin, batch);
  for (std::size_t b = 0; b < batch.patterns.size(); ++b) batch.on.add(seen(batch, b), sliced_.layout());
}

// Products first, then flips, which are drawn for each bit alone. The draws are named by the presentation, so
// that they do not depend on the batch.
void Trainer::change_patterns(std::size_t position, Batch& batch) const {
  if (batch.seen.rows() == 0) batch.seen = BitMatrix(batch_size_ * set_.depth, set_.inputs());
  std::vector<std::uint64_t> flips;
  for (std::size_t b = 0; b < batch.patterns.size(); ++b) {
    Stream stream(options_.seed, purpose("network.flips"), state_.epoch * set_.images() + position + b);
    const PatternView image = set_.pattern(batch.patterns[b]);
    for (std::size_t p = 0; p < set_.depth; ++p) {
      const std::span<std::uint64_t> row = batch.seen.row(b * set_.depth + p);
      std::ranges::fill(row, 0);
      std::ranges::copy(image.bits(p), row.begin());
      if (set_.products != nullptr) {
        set_.products->apply(nullptr, 1, batch.seen, b, set_.patterns->cols());
      }
      if (*options_.flip > 0) {
        flips.resize(row.size());
        fill_bernoulli(stream, *options_.flip, flips);
        for (std::size_t w = 0; w < row.size(); ++w) row[w] ^= flips[w];
        clear_padding(row, set_.inputs());
      }
    }
  }
}

PatternView Trainer::seen(const Batch& batch, std::size_t b) const {
  return changes_patterns() ? pattern(batch.seen, b, set_.depth) : set_.pattern(batch.patterns[b]);
}

// Presents one batch while other threads evaluate the next with the weights as they were and gather the one
// behind it; then the units that have changed meanwhile are evaluated again.
void Trainer::present_and_evaluate() {
  const std::size_t behind = state_.position + front_.patterns.size() + back_.patterns.size();
  in_pieces(
      sliced_.layout().groups(), [&] { present(front_); },
      [&](std::size_t piece) {
        if (piece == 0) gather(behind, ahead_);
        sum_units(sliced_, back_.on, back_.sums, piece, piece + 1);
      });
  in_pieces(
      back_.patterns.size(), [&] { settle(); },
      [&](std::size_t b) {
        std::vector<int> sums(changed_.size());
        sum_some_units(state_.network.weights, changed_, seen(back_, b), sums);
        for (std::size_t c = 0; c < sums.size(); ++c) back_.sums.set(b, changed_lanes_[c], sums[c]);
      });
  forget_changes();
  std::swap(front_, back_);
  std::swap(back_.on, ahead_.on);
  std::swap(back_.seen, ahead_.seen);
  back_.patterns = ahead_.patterns;
}

// One thread does `alone`; the others, and it too when it is done, share the pieces.
template <class Alone, class Piece>
void Trainer::in_pieces(std::size_t pieces, Alone alone, Piece piece) {
  std::atomic<std::size_t> next = 0;
  const auto threads = static_cast<std::size_t>(threads_);
  parallel_ranges(threads, 1, threads_, [&](std::size_t begin, std::size_t) {
    if (begin == 0) alone();
    for (std::size_t p; (p = next.fetch_add(1, std::memory_order_relaxed)) < pieces;) piece(p);
  });
}

void Trainer::present(Batch& batch) {
  UnitSums& sums = batch.sums;
  for (std::size_t b = 0; b < batch.patterns.size(); ++b) {
    const PatternView shown = seen(batch, b);
    const std::size_t label = set_.labels[batch.patterns[b] % set_.images()];
    changed_sums_.resize(changed_.size());
    sum_some_units(state_.network.weights, changed_, shown, changed_sums_);
    for (std::size_t c = 0; c < changed_.size(); ++c) sums.set_sign(b, changed_lanes_[c], changed_sums_[c]);
    readout_.read(sums, b);
    const int margin = label_margin(readout_.sums(), label);
    EpochCounts& counts = state_.counts;
    counts.errors += margin <= 0;
    if (margin <= 0 || margin < *options_.robustness) {
      ++counts.signals;
      for (std::size_t c = 0; c < changed_sums_.size(); ++c) sums.set(b, changed_lanes_[c], changed_sums_[c]);
      readout_.route(
          sums, b, label, [&](std::size_t unit) { state_.hidden.prefetch(unit); },
          [&](std::size_t unit, int sign) {
            ++counts.updates;
            learn(unit, sign, shown);
          });
    }
    ++counts.presentations;
    ++state_.position;
  }
}

void Trainer::learn(std::size_t unit, int sign, const PatternView& pattern) {
  reinforce(unit);
  const auto weights = state_.network.weights.row(unit);
  const bool is_new = is_changed_[unit] == 0;
  if (is_new) before_.insert(before_.end(), weights.begin(), weights.end());
  if (state_.hidden.learn(unit, pattern, sign, weights)) {
    if (is_new) {
      changed_.push_back(static_cast<std::uint32_t>(unit));
      changed_lanes_.push_back(static_cast<std::uint32_t>(sliced_.layout().lane(unit)));
    }
    is_changed_[unit] = 1;
  } else if (is_new) {
    before_.resize(before_.size() - weights.size());
  }
}

// Updates the transposed weights.
void Trainer::settle() {
  const std::size_t stride = state_.network.weights.stride();
  std::vector<UnitChange> changes;
  for (std::size_t c = 0; c < changed_.size(); ++c) {
    changes.push_back({changed_lanes_[c], std::span(before_).subspan(c * stride, stride),
                       state_.network.weights.row(changed_[c])});
  }
  sliced_.update(changes);
}

void Trainer::forget_changes() {
  for (const std::uint32_t unit : changed_) is_changed_[unit] = 0;
  changed_.clear();
  changed_lanes_.clear();
  before_.clear();
}

// Reinforcement changes no weight, so it waits until the unit learns, and then is applied to as many random
// synapses as have become due. The draws are named by the unit and the presentation, not by what was drawn
// before.
void Trainer::reinforce(std::size_t unit) {
  const double now = state_.time_before + rate_ * static_cast<double>(state_.position);
  const auto inputs = static_cast<double>(state_.hidden.inputs());
  const double mean = (now - std::exchange(state_.reinforced[unit], now)) * inputs;
  if (mean <= 0) return;
  Stream stream(options_.seed, purpose("network.reinforcement"),
                presentation() * state_.network.shape.all_units() + unit);
  const int step = state_.network.shape.levels();  // as far as the largest input moves it
  for (std::uint64_t left = poisson(stream, mean); left > 0;) {
    // Two positions from a word: 32 bits each, uniform to one part in four billion over N.
    const std::uint64_t word = stream.next();
    for (const std::uint64_t half : {word & 0xffffffff, word >> 32}) {
      if (left == 0) break;
      state_.hidden.reinforce(unit, half * state_.hidden.inputs() >> 32, step);
      --left;
    }
  }
}

}  // namespace bitbasin
