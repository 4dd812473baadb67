// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

struct PerceptronPortfolioOptions {
  double others = 1;
};

const OptionTable<PerceptronPortfolioOptions>& perceptron_portfolio_options();

// What part of the time each has, in any unit.
struct PerceptronShares {
  double rbp, cpr, fbp, rms;
};

// By the size and the load (load.h). Up to N = 400 runs of messages are cheap and their restarts solve most;
// beyond it cpr is the fastest as a rule, and some instances take another. From N = 5000 on rms is slow, and
// beyond a load of 0.752 fbp solves more than all others. From N = 20000 on only those take part that GPUs
// know, whether there is one or not.
PerceptronShares perceptron_shares(std::size_t n, double load);

// rbp, cpr, fbp and rms take turns (solve/turns.h), each turn one of the runs that the algorithm makes alone.
// The first turn goes to cpr as a rule, which is the fastest on what its first run solves. Which one
// solves an instance near the capacity differs from instance to instance. A unit of work is that of whoever
// works: a pattern in an iteration or an epoch. SolveResult's found_by is whoever found the weights.
//
// rbp has the first turn if fields are given, from which it starts, or asked for, and beyond alpha = 0.9. cpr
// and rms work in one process on the CPU, whatever the ranks and the device. Under other constraints than
// x . W > 0, for which the shares are not known, only rbp works.
SolveResult solve(const PerceptronInstance& instance, const PerceptronPortfolioOptions& options,
                  const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
