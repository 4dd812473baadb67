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

enum class CprSchedule { constant, ramp };
enum class CprDrive { presentations, errors };

// The clipped perceptron with reinforcement (Baldassi, J. Stat. Phys. 2009). Every synapse has an odd hidden
// state h_i, |h_i| <= h_max, and W_i = sign(h_i). Patterns are presented one at a time; with Delta = x . W,
//
//   Delta <= T + margin   h_i += 2 x_i                 T the threshold of the constraint, 0 in the paper
//   reinforcement         h_i += 2 W_i now and then
//
// The paper's form is margin=0, and after every presentation each synapse is reinforced with a constant
// probability p_r < sqrt(2 / (pi N)): drive=presentations, schedule=constant. With random labels it freezes
// with one error, because reinforcement continues when nothing is learned any more (alpha = 0.66: 5 of 20 at
// N = 1001, 1 of 10 at 2001). Two remedies, both new here:
//   margin=1           patterns that are only just right are learned too: a constant rate then solves 19 of
//                      20 at alpha = 0.69, N = 1001, and all that were tried up to N = 10001
//   drive=errors       synapses are reinforced only by presentations that learn, h_i += 2 x_i + 2 c W_i, with
//                      a c that grows: solves 0.75, and 0.76 for one instance in two at N = 5001
struct CprOptions {
  CprSchedule schedule = CprSchedule::ramp;
  std::optional<CprDrive> drive;
  std::optional<double> reinforcement;
  std::optional<std::int64_t> margin;
  std::optional<std::int64_t> h_max;
  std::optional<std::int64_t> epochs;
  std::int64_t restarts = 20;
  double longer = 1.1;
  LearningNoise noise = {};
};

const OptionTable<CprOptions>& cpr_options();

// The options with every "auto" replaced, for N synapses.
//   drive          errors with a ramp, presentations at a constant rate
//   reinforcement  errors: 35 at the end of a ramp; presentations: 0.41 N^(-1/8), twice that at the end of
//                  a ramp
//   margin         1, the smallest Delta that is no error; 2 for even N
//   h_max          2 sqrt(N) for errors, 8 sqrt(N) for presentations, to the nearest odd number
//   epochs         ramp: 300 at alpha = 0.65, see ramp_epochs.h; constant: 1000
CprOptions resolve(CprOptions options, std::size_t n, double alpha);
// What they ask for, where patterns with Delta < learn_below are learned.
LearningPlan plan_of(const CprOptions& resolved, std::size_t n, std::int32_t learn_below);

// One unit of work is one presentation. Gives up only after all restarts, each `longer` than the one before.
SolveResult solve(const PerceptronInstance& instance, const CprOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
