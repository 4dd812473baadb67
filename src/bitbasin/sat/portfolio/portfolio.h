// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

struct PortfolioOptions {
  bool cadical = true;
};

const OptionTable<PortfolioOptions>& portfolio_options();

// Lets probSAT, entropy-driven Monte Carlo, backtracking survey propagation and CaDiCaL take turns
// (solve/turns.h), each longer than the one before, in the proportions of shares.h. Times are estimated from
// flips, messages and conflicts, never measured, so the same seed gives the same run. A unit of work is that
// of whoever works. SolveResult's found_by is whoever had the answer.
SolveResult solve(const Formula& formula, const PortfolioOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
