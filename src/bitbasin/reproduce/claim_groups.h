// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// Presentations after which a quick run is given up: seconds. Above its capacity a solver would continue for
// minutes, and the few instances solved that late change the curve by less than its error bars.
inline constexpr const char* kQuickBudget = "30000000";

// The claims by what they are about, one file each.
std::vector<Claim> theory_claims();    // capacities, dense clusters, generalisation
std::vector<Claim> capacity_claims();  // how far the solvers get
std::vector<Claim> solver_claims();    // what their work depends on
std::vector<Claim> learning_claims();  // SBPI and CP+R under noise, and from streams
std::vector<Claim> entropy_claims();   // where their solutions lie
std::vector<Claim> network_claims();   // digits
std::vector<Claim> edmc_claims();      // entropy-driven Monte Carlo against annealing
std::vector<Claim> model_claims();     // beyond the paper: margins, the symmetric constraint, committees

}  // namespace bitbasin
