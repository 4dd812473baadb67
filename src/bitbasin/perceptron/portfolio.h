// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

struct PerceptronPortfolioOptions {
  double others = 1;
};

const OptionTable<PerceptronPortfolioOptions>& perceptron_portfolio_options();

// Reinforced belief propagation first, with the run that it would make alone; if that leaves errors, it and
// the others take turns (solve/turns.h), each turn one of the runs that the algorithm makes alone. Which one
// solves an instance near the capacity differs from instance to instance. A unit of work is that of whoever
// works: a pattern in an iteration or an epoch. SolveResult's found_by is whoever found the weights.
SolveResult solve(const PerceptronInstance& instance, const PerceptronPortfolioOptions& options,
                  const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
