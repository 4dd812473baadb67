// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced belief propagation (Braunstein and Zecchina 2006) in its O(N + P) form (amp.h): the field of
// every synapse is fed back with a strength r that grows with time,
//
//   theta_i(t + 1) = u_i(t) + r_t theta_i(t),   r_t = start + rate t,
//
// until all synapses are polarised. The paper's form is margin=0. Ours asks at first for more than is
// needed, x . W > kappa_t with kappa_t = margin sqrt(N) max(0, 1 - r_t / margin_end): at N = 1001, alpha =
// 0.75 this lifts a single run from 12 to 24 of 40 solved (rate 1e-3) and from 9 to 28 (rate 2e-4).
struct RbpOptions {
  std::optional<double> rate;
  std::optional<double> margin;
  double margin_end = 0.5;
  double start = 0;
  double damping = 0;
  std::int64_t restarts = 15;
};

const OptionTable<RbpOptions>& rbp_options();

// The options with every "auto" replaced.
//   rate   1e-3 up to alpha = 0.66, then falling linearly to 2e-4 at 0.76, where slower runs solve more;
//          1e-3 beyond 0.9, where only a teacher's labels can be learnt and no slow search is needed
//   margin 0.15; 0 beyond 0.9
RbpOptions resolve(RbpOptions options, double alpha);

// One unit of work is one pattern in one iteration. Gives up only after all restarts, each at 0.9 times the
// rate of the one before, with the margin halved or doubled in turn: the random fields that a run starts
// from are soon forgotten, so without that a restart would repeat the run.
SolveResult solve(const PerceptronInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
