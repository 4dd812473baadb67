// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/search/edmc.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The options with every "auto" replaced by what suits a formula of that load (relative_density.h).
//   parallel  gamma from 0 to 0.4, where every run has frozen, in steps of 0.0025 up to a load of 0.85, which
//             fall to 0.001 at 0.98 and with N^(-1/6) beyond N = 10000: slower runs solve more. To lower
//             gamma and go on where a run has frozen, in place of a fresh start, was tried and solves less
//   others    gamma from 0.2 to 2.5 in steps of 0.1: a smaller gamma does not confine, and from 0.5 on the
//             messages of a random reference hardly converge
//   tolerance 0.1 in the message u
EdmcOptions resolve_for_sat(EdmcOptions options, double load, std::uint32_t variables);

// Entropy-driven Monte Carlo on a prepared formula (search/edmc.h). An iteration is a sweep in parallel mode
// and a proposal in the others; a unit of work is a message, a proposal or a flip. If a run in mode parallel
// freezes with few unsatisfied clauses, probSAT tries to repair them: this happens in large formulas even if
// they are easy. From a million clauses on it also tries on the way, when very few are left.
SolveResult solve(const Formula& formula, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
