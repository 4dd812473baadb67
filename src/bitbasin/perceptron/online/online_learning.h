// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/online/learning_plan.h"
#include "bitbasin/perceptron/online/learning_synapses.h"
#include "bitbasin/perceptron/online/presentation_order.h"
#include "bitbasin/perceptron/online/recent_errors.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Online learning with hidden states: patterns are presented one at a time, in a new random order every
// epoch, and the states change after each. SBPI and CP+R are two sets of rules.

// One run: synapses that start at random, h_i = +-1, and learn epoch by epoch. Exact integers throughout;
// the result is a function of (x, bound, seed, run, least, noise) and the rules.
class OnlineLearner {
 public:
  // An error is Delta < least.
  OnlineLearner(const BitMatrix& x, int bound, std::uint64_t seed, std::uint64_t run, std::int32_t least = 1,
                const LearningNoise& noise = {});

  // Presents every pattern once; returns early if W turns out to have no errors. Noise may show a pattern
  // with flipped bits, but errors that decide whether W is a solution are those of the patterns themselves.
  EpochTally present_all(const LearningRule& rule);

  const BitPlaneStates& states() const { return synapses_.states(); }
  const BitVector& weights() const { return synapses_.w(); }
  std::span<const std::uint32_t> order() const { return order_.rows(); }  // of the last epoch

 private:
  void present(std::size_t first, std::size_t last, const LearningRule& rule, EpochTally& tally);
  void present(const BitMatrix& x, std::span<const std::uint32_t> rows, const LearningRule& rule,
               EpochTally& tally);
  bool has_no_errors();

  const BitMatrix& x_;
  std::int32_t least_;
  Stream order_numbers_;
  LearningSynapses synapses_;
  PresentationOrder order_;
  RecentErrors recent_errors_;
  std::uint64_t few_errors_;
  std::uint64_t last_errors_;  // of the last epoch
};

// The largest allowed values of options.
inline constexpr std::int64_t kLargestHMax = 2 * BitPlaneStates::kLargestBound - 1;
inline constexpr std::int64_t kLargestMargin = 1'000'000;
inline constexpr std::int64_t kMostEpochs = 1'000'000'000;

// The bound that means |h| <= h_max, which must be odd. `name` is the algorithm's, for errors.
int bound_of(std::int64_t h_max, std::string_view name);
// An h_max that is allowed, near `h`.
std::int64_t nearest_h_max(double h);

// The margin that `cpr` and `sbpi` choose: patterns that are only just right are also learned or stabilised.
inline std::int64_t least_margin(std::size_t n) {
  return n % 2 == 1 ? 1 : 2;
}
// The bound Delta < below that means Delta <= T + margin. Margins count from the constraint's threshold T, or
// for even N from the sum below it.
std::int32_t below_margin(const PerceptronInstance& instance, std::int64_t margin);

// Follows a plan with the patterns of an instance. A two-sided constraint is learned as two one-sided ones
// (one_sided.h): each pattern is presented twice, with either sign.
SolveResult learn_online(const PerceptronInstance& instance, const LearningPlan& plan,
                         const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
