// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/search/anneal_options.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The schedule, with every "auto" replaced, for clauses of up to `longest` literals: T from 0.25 to 0.05 up
// to 3 literals and from 0.3 to 0.1 beyond, the best of those tried on random 3-SAT and 4-SAT.
AnnealSchedule resolve(const AnnealOptions& options, std::size_t longest);

// Simulated annealing (search/anneal.h) on a prepared formula; the energy is the number of unsatisfied
// clauses. One unit of work is one proposal, an iteration is a sweep of N.
SolveResult solve(const Formula& formula, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
