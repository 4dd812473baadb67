// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

#include "bitbasin/reproduce/claim.h"

namespace bitbasin {

// Puts an exponent to the test: proposals of entropy-driven Monte Carlo against N, uniform proposals and y
// infinite. The verdict is about the exponent, within 0.1 of the paper's; what we find is N ln N, which looks
// like a power between 1.1 and 1.2 over the sizes of the paper.
std::function<ClaimResult(const ClaimSetup&, RunControl&)> edmc_perceptron_claim(double alpha,
                                                                                 double exponent);
std::function<ClaimResult(const ClaimSetup&, RunControl&)> edmc_ksat_claim(std::uint32_t k, double alpha,
                                                                           double exponent);

}  // namespace bitbasin
