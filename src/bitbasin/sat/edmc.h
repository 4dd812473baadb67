// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/solver.h"
#include "bitbasin/search/edmc.h"

namespace bitbasin {

// The options with every "auto" replaced by what suits K-SAT with clauses of up to `longest` literals:
//   parallel  gamma from 0 in steps of 0.001, given up at 1
//   others    gamma from 0.2 in steps of 0.1, given up at 2.5; a smaller gamma does not confine, and from
//             0.5 on the messages of a random reference hardly converge
//   tolerance 0.1 in the message u
EdmcOptions resolve_for_sat(EdmcOptions options);

// Entropy-driven Monte Carlo on a prepared formula (search/edmc.h). An iteration is a sweep in parallel mode
// and a proposal in the others; a unit of work is a message or a proposal.
SatResult solve(const Formula& formula, const EdmcOptions& options, const SatSetup& setup,
                RunControl& control);

}  // namespace bitbasin
