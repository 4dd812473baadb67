// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// Puts to the test that solvers end in dense regions: the local entropy at distance 0.05 around solutions of
// reinforced belief propagation, alpha = 0.3, against that around solutions of simulated annealing on the
// same instances. Reproduced when the difference is beyond three standard errors.
ClaimResult measure_solver_entropy(const ClaimSetup& setup, RunControl& control);

}  // namespace bitbasin
