// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced max-sum (max_sum.h): the field of every synapse is fed back with a strength that grows with
// time, r_t = start + rate t, until the fields have frozen into a solution or near one.
//
// The paper's form is margin=0. Ours starts with a larger margin than is needed, x . W > kappa_t with kappa_t
// = margin sqrt(N) max(0, 1 - r_t / margin_end): at N = 1001, alpha = 0.75 that lifts a single run from 2 to
// 16 of 20 solved. A run that has frozen with a few errors is melted: r goes back by `melt` and rises again,
// from the present fields. At N = 2001, alpha = 0.76, a run of rate 5e-5 with 8 melts solves 12 of 20
// instances in 1.4 s; without melts it is 3 of 10, and 6 of 10 at rate 1e-5 in 3.2 s.
struct RmsOptions {
  std::optional<double> rate;
  std::optional<double> margin;
  double margin_end = 0.75;
  std::optional<double> start;
  std::optional<double> end;
  double melt = 0.1;
  std::int64_t melts = 6;
  std::int64_t restarts = 3;
};

const OptionTable<RmsOptions>& rms_options();

// The options with every "auto" replaced.
//   rate    1e-3 up to alpha = 0.62, then falling by a constant factor per step of alpha to 5e-5 at 0.75,
//           where slower runs solve more; 1e-3 beyond 0.9, where only a teacher's labels can be learned
//   margin  1; 0 beyond 0.9
//   start   0.5 with a margin: fields freeze from there on; 0.2 without
//   end     0.72 with a margin, 1 without
RmsOptions resolve(RmsOptions options, double alpha);

// One unit of work is one factor in one update. Gives up only after all restarts, each from fresh random
// fields and at half the rate of the one before.
SolveResult solve(const PerceptronInstance& instance, const RmsOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
