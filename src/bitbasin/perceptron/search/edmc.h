// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/search/edmc.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The options with every "auto" replaced by what suits a perceptron of P = alpha N patterns:
//   parallel   gamma from 0, given up at 2, in steps of 0.01 up to alpha = 0.4 that fall to 0.002 at 0.7:
//              single runs then solve 20 of 20 at N = 1601, alpha = 0.6 and 0.7; in steps of 0.004 16 of 20
//              at 0.7
//   others     gamma from 0.5 in steps of 0.1, from 0.3 in steps of 0.05 beyond alpha = 0.6; given up at 3
//   tolerance  0.1 in the fields: a tenth of it takes three times the iterations and the same proposals
EdmcOptions resolve_for_perceptron(EdmcOptions options, double alpha);

// Flipping all references at once makes the undamped iteration diverge: at N = 1601, alpha = 0.7, steps of
// 0.002, a damping of 0.3, 0.5, 0.7 and 0.8 solves 10, 17, 20 and 19 of 20.
inline constexpr double kParallelDamping = 0.7;

// Entropy-driven Monte Carlo (search/edmc.h) over the message passing of tilted_amp.h. An iteration is a
// round of messages in parallel mode and a proposal in the others; a unit of work is a message (one for each
// pattern and each synapse in every round) or a proposal.
SolveResult solve(const PerceptronInstance& instance, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
