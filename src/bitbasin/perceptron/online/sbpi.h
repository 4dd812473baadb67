// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/online/learning_plan.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

enum class SbpiSchedule { constant, ramp };

// Stochastic belief-propagation-inspired learning (Baldassi, Braunstein, Brunel and Zecchina, PNAS 2007).
// Every synapse has an odd hidden state h_i, |h_i| <= h_max, and W_i = sign(h_i). Patterns are presented one
// at a time; with Delta = x . W,
//
//   R1  Delta > T + theta_m           nothing                     (T the threshold of the constraint, here 0)
//   R2  T < Delta <= T + theta_m      with probability p_s: h_i += 2 x_i where W_i = x_i, so W stays
//   R3  Delta <= T                    h_i += 2 x_i
//
// The paper's form is schedule=constant. It works in a narrow window of p_s: less stays at ten percent of
// errors for ever, more freezes with a few errors left. Ours, the ramp, lets p_s grow from half its value to
// the whole through that window, and solves 0.72 where the constant ends at 0.70.
struct SbpiOptions {
  SbpiSchedule schedule = SbpiSchedule::ramp;
  std::optional<std::int64_t> theta;
  std::optional<double> probability;
  std::optional<std::int64_t> h_max;
  std::optional<std::int64_t> epochs;
  std::int64_t restarts = 20;
  double longer = 1.1;
  LearningNoise noise = {};
};

const OptionTable<SbpiOptions>& sbpi_options();

// The options with every "auto" replaced, for N synapses.
//   theta        1, the smallest Delta that is no error; 2 for even N
//   probability  constant: 0.30 at N = 1001 and 0.07 more for ten times as many synapses; ramp: 4/3 of that
//   h_max        4 sqrt(N), to the nearest odd number
//   epochs       ramp: 500 at alpha = 0.65, see ramp_epochs.h; constant: 2500
SbpiOptions resolve(SbpiOptions options, std::size_t n, double alpha);
// What they ask for, where Delta < least is an error and Delta < stabilise_below may be stabilised.
LearningPlan plan_of(const SbpiOptions& resolved, std::int32_t least, std::int32_t stabilise_below);

// One unit of work is one presentation. Gives up only after all restarts, each `longer` than the one before.
SolveResult solve(const PerceptronInstance& instance, const SbpiOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
