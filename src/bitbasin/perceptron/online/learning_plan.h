// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/online/bit_plane_states.h"
#include "bitbasin/perceptron/online/learning_noise.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// What a presentation does, with Delta = x . W and steps as in bit_plane_states.h:
struct LearningRule {
  // Delta < learn_below: k_i += x_i + c W_i. A bound above that of an error demands a margin.
  std::int32_t learn_below = 1;
  double reinforcement = 0;  // c; its whole parts are spread evenly over the presentations that learn

  // Otherwise, Delta < stabilise_below: with this probability k_i += x_i where W_i = x_i.
  std::int32_t stabilise_below = 1;
  double stabilise_probability = 0;

  // After every presentation, each synapse with this probability: k_i += W_i.
  double background = 0;
};

struct EpochTally {
  std::uint64_t errors = 0;  // presentations with Delta < least
  std::uint64_t learnt = 0;  // presentations that changed W
  bool solved = false;       // W has no errors
};

// Runs and restarts.
struct LearningPlan {
  int bound = 1;
  std::uint64_t epochs = 1;  // of the first run
  double longer = 1;         // each run has this many times the epochs of the one before
  std::uint64_t restarts = 0;
  // The rule for an epoch at a fraction 0 <= progress < 1 of the run.
  std::function<LearningRule(double progress)> rule;
  LearningNoise noise = {};
};

namespace learning_detail {

// Tells whoever traces the run of an epoch.
template <class Learner, class Count>
void trace(const SolveSetup& setup, const SolveResult& result, const Learner& learner, Count count) {
  if (!setup.on_iteration) return;
  const BitVector& w = learner.weights();
  std::vector<double> hidden;
  if constexpr (requires { learner.states().h(0); }) {
    const BitPlaneStates& states = learner.states();
    const int h_max = 2 * states.bound() - 1;
    for (std::size_t i = 0; i < states.size(); ++i) {
      hidden.push_back(static_cast<double>(states.h(i)) / h_max);
    }
  }
  setup.on_iteration({.iteration = result.iterations,
                      .restart = result.restarts,
                      .errors = count(w),
                      .configuration = &w,
                      .magnetisations = hidden});
}

}  // namespace learning_detail

// Learns until W has no errors, or all restarts are used up. start(run) makes a learner with
// present_all(rule) and weights(), and perhaps states(); count(w) counts errors exactly. One unit of work is
// one presentation.
template <class Start, class Count>
SolveResult run_plan(const LearningPlan& plan, std::size_t weights, std::size_t patterns,
                     const SolveSetup& setup, RunControl& control, Start start, Count count) {
  SolveResult result{BitVector(weights), patterns + 1};
  auto epochs = static_cast<double>(plan.epochs);
  for (std::uint64_t run = 0; run <= plan.restarts; ++run, epochs *= plan.longer) {
    if (!setup.wants_run(run)) continue;
    result.restarts = run;
    auto learner = start(run);
    const auto offer = [&] { result.offer(learner.weights(), count(learner.weights())); };
    const std::uint64_t planned = result.iterations + static_cast<std::uint64_t>(epochs);
    auto fewest = static_cast<double>(patterns);
    for (double t = 0; t < epochs; ++t) {
      if (!control.spend(std::max<std::size_t>(1, patterns))) break;
      const EpochTally tally = learner.present_all(plan.rule(t / epochs));
      ++result.iterations;
      const auto errors = static_cast<double>(tally.errors);
      control.report({"solving", result.iterations, planned, errors});
      // An exact count takes as long as an epoch: only for clearly fewer errors than before.
      if (tally.solved || errors < 0.8 * fewest) {
        fewest = errors;
        offer();
      }
      learning_detail::trace(setup, result, learner, count);
      if (result.solved()) return result;
    }
    offer();
    if (result.solved() || control.stop_reason() != StopReason::none) break;
  }
  return result;
}

}  // namespace bitbasin
