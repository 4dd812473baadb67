// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// Puts to the test that simulated annealing finds no solution of random K-SAT at that alpha: with its default
// schedule, on formulas of N = 1000 (quick) or 10000 (full). What it solves speaks against the claim.
std::function<ClaimResult(const ClaimSetup&, RunControl&)> annealing_fails_claim(std::uint32_t k,
                                                                                 double alpha);

}  // namespace bitbasin
