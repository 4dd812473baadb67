// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/network/committee_array.h"
#include "bitbasin/network/pattern_set.h"
#include "bitbasin/network/readout.h"
#include "bitbasin/network/training/epoch_point.h"
#include "bitbasin/network/training/training_options.h"
#include "bitbasin/network/training/unit_states.h"
#include "bitbasin/network/unit_sums.h"

namespace bitbasin {

// The whole state of a trainer between two presentations; continuing from a copy gives the same weights.
struct TrainerState {
  CommitteeArray network;
  UnitStates hidden;
  std::vector<double> reinforced;  // per unit, up to which time it has been reinforced
  double time_before = 0;          // expected reinforcements per synapse in all epochs before this one
  std::uint64_t epoch = 0;
  std::uint64_t position = 0;  // presentations of this epoch so far
  EpochCounts counts;          // of this epoch so far
};

// The state before the first presentation: with random weights, or with those of a network and states as
// shallow as possible.
TrainerState start_training(const CommitteeShape& shape, std::uint64_t seed);
TrainerState start_training(CommitteeArray network);

// What a progress report says besides the presentations of this run.
struct TrainProgress {
  std::uint64_t epochs = 0;  // in all, 0: not known
  std::string_view detail = {};
};

// Presents patterns and changes weights. An epoch shows each image once, in a random version and a random
// order.
class Trainer {
 public:
  // Starts from random weights. Of the options, those of the rule, the batch and the seed count; what is
  // `auto` is the preset's.
  Trainer(const PatternSet& set, const CommitteeShape& shape, const TrainingOptions& options, int threads);
  // Continues from a state.
  Trainer(const PatternSet& set, TrainerState state, const TrainingOptions& options, int threads);

  // Presents patterns until the epoch ends; returns nothing if the limits stop it earlier. One unit of work
  // is one presentation. Patterns are evaluated a batch at a time and units that have learned since are
  // evaluated again, so that the weights depend neither on the size of the batch nor on where it was stopped.
  std::optional<EpochCounts> run_epoch(RunControl& control, const TrainProgress& progress = {});

  const PatternSet& set() const { return set_; }
  const TrainingOptions& options() const { return options_; }
  const TrainerState& state() const { return state_; }
  const CommitteeArray& network() const { return state_.network; }
  TrainerState take_state() && { return std::move(state_); }

 private:
  // Patterns that are evaluated together.
  struct Batch {
    std::span<const std::uint32_t> patterns;
    BitMatrix seen;  // the patterns with their products and flipped bits, if there are any
    OnInputs on;
    UnitSums sums;
  };

  void start_epoch();
  void gather(std::size_t position, Batch& batch) const;
  bool changes_patterns() const { return *options_.flip > 0 || set_.products != nullptr; }
  void change_patterns(std::size_t position, Batch& batch) const;
  PatternView seen(const Batch& batch, std::size_t b) const;
  void present(Batch& batch);
  void present_and_evaluate();
  template <class Alone, class Piece>
  void in_pieces(std::size_t pieces, Alone alone, Piece piece);
  void learn(std::size_t unit, int sign, const PatternView& pattern);
  void reinforce(std::size_t unit);
  void settle();
  void forget_changes();
  std::uint64_t presentation() const { return state_.epoch * set_.images() + state_.position; }

  PatternSet set_;
  TrainingOptions options_;  // resolved
  int threads_;
  TrainerState state_;
  double rate_ = 0;                   // reinforcements per synapse and presentation in this epoch
  std::vector<std::uint32_t> order_;  // patterns of this epoch, empty before it starts
  SlicedWeights sliced_;              // the weights when the batch was started
  Readout readout_;
  std::size_t batch_size_;
  Batch front_, back_, ahead_;  // being presented, being evaluated, and being gathered
  // Units whose weights have changed since the batch was started, with the weights they had then.
  std::vector<std::uint32_t> changed_;
  std::vector<std::uint32_t> changed_lanes_;
  std::vector<std::uint64_t> before_;
  std::vector<std::uint8_t> is_changed_;
  std::vector<int> changed_sums_;
};

}  // namespace bitbasin
