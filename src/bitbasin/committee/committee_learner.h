// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_matrix.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/perceptron/online/bit_plane_states.h"
#include "bitbasin/perceptron/online/learning_plan.h"
#include "bitbasin/perceptron/online/presentation_order.h"
#include "bitbasin/perceptron/online/recent_errors.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin {

// Online learning of a committee with the rules of a perceptron. More than half of the sums are positive just
// where their median is, so the median takes the place of Delta:
//
//   median < learn_below       the units that are easiest to mend learn: as many as a majority lacks, those
//                              with the largest sums below learn_below
//   median < stabilise_below   the unit with the median sum is stabilised
//
// Each unit has its own hidden states, and reinforcement acts on the unit that learns. One unit is the
// perceptron.
class CommitteeLearner {
 public:
  // `parts` has the inputs of each unit, or one matrix for all; it must outlive this object.
  CommitteeLearner(std::span<const BitMatrix> parts, std::size_t units, int bound, std::uint64_t seed,
                   std::uint64_t run);

  // Presents every pattern once; returns early when W is seen to err on none.
  EpochTally present_all(const LearningRule& rule);

  BitVector weights() const;  // unit after unit
  const BitPlaneStates& states(std::size_t unit) const { return states_[unit]; }
  std::span<const std::uint32_t> order() const { return order_.rows(); }  // of the last epoch

 private:
  struct Sum {
    std::int32_t delta;
    std::uint32_t unit;
  };

  const BitMatrix& part(std::size_t unit) const { return parts_[parts_.size() == 1 ? 0 : unit]; }
  // The sums of a pattern, in descending order; that of the median stands in the middle.
  void find_sums(std::uint32_t row);
  bool errs(std::uint32_t row) const;
  void learn(std::uint32_t row, const LearningRule& rule, EpochTally& tally);
  void reinforce_some(double density);

  std::span<const BitMatrix> parts_;
  Stream order_numbers_, coins_, masks_;
  std::vector<BitPlaneStates> states_;
  PresentationOrder order_;
  RecentErrors recent_errors_;
  BitVector mask_;
  std::vector<Sum> sums_;
  std::vector<double> owed_;  // reinforcement not yet given, in steps, of each unit
  std::uint64_t last_errors_;
};

}  // namespace bitbasin
