// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// The claims by what they are about, one file each.
std::vector<Claim> theory_claims();    // capacities, dense clusters, generalisation
std::vector<Claim> capacity_claims();  // how far the solvers get
std::vector<Claim> entropy_claims();   // where their solutions lie
std::vector<Claim> network_claims();   // digits
std::vector<Claim> edmc_claims();      // entropy-driven Monte Carlo against annealing

}  // namespace bitbasin
