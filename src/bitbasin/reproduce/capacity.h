// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// Puts a solver's capacity to the test: at that alpha, at least half of fresh random instances are solved
// with the default options. 20 instances of N = 1001 (quick) or 10 of N = 10001 (full).
std::function<ClaimResult(const ClaimSetup&, RunControl&)> capacity_claim(std::string algorithm,
                                                                          double alpha);

}  // namespace bitbasin
