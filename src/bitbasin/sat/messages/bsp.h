// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Backtracking survey propagation (Marino, Parisi and Ricci-Tersenghi, Nature Communications 7, 12996, 2016):
// the variables with the largest bias |frozen to true - frozen to false| (surveys.h) are fixed, a few at a
// time, and now and then those fixed ones are released whose value the surveys support least. A run that goes
// well ends where surveys have no more warnings: the clusters have been left behind, and probSAT soon solves
// the rest. One that goes wrong ends where surveys no longer converge, and the next run releases more.
struct SatBspOptions {
  double batch = 0.01;
  double release = 0.5;
  double tolerance = 0.01;
  std::int64_t max_sweeps = 30;
  double flips = 100;
  double mend = 100;
  std::int64_t restarts = 20;
};

const OptionTable<SatBspOptions>& sat_bsp_options();

// On a prepared formula. One unit of work is a survey or a flip; an iteration is a sweep over the surveys
// that are due.
SolveResult solve(const Formula& formula, const SatBspOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
