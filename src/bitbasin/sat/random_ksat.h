// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// M = alpha N, to the nearest whole number, halves up.
std::size_t clause_count(std::uint32_t variables, double alpha);

// Random K-SAT: each clause holds K distinct variables, every set equally likely, each negated with
// probability 1/2. Clause a comes from its own stream, so the result does not depend on the number of
// threads, and adding a clause does not change the others. The work per clause grows as K^2, which assumes a
// small K.
Formula random_ksat(std::uint32_t variables, std::size_t clauses, std::uint32_t k, std::uint64_t seed,
                    int threads = 1);

}  // namespace bitbasin
