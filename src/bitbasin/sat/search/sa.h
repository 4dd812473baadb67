// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/solver.h"
#include "bitbasin/search/anneal.h"

namespace bitbasin {

// Simulated annealing (search/anneal.h); the energy is the number of unsatisfied clauses.
struct SatSaOptions {
  std::optional<double> start;
  std::optional<double> end;
  std::int64_t sweeps = 3000;
  std::int64_t runs = 3;
};

const OptionTable<SatSaOptions>& sat_sa_options();

// The schedule, with every "auto" replaced, for clauses of up to `longest` literals: T from 0.25 to 0.05 up
// to 3 literals and from 0.3 to 0.1 beyond, the best of those tried on random 3-SAT and 4-SAT.
AnnealSchedule resolve(const SatSaOptions& options, std::size_t longest);

// On a prepared formula. One unit of work is one proposal, an iteration is a sweep of N.
SatResult solve(const Formula& formula, const SatSaOptions& options, const SatSetup& setup,
                RunControl& control);

}  // namespace bitbasin
