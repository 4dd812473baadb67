// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// Which variables are frozen at a solution, by whitening (Parisi 2002): a variable turns white if each clause
// that it satisfies has another true literal or a white variable, again and again until no more do; those
// left, the core, are frozen. They have the same value in all solutions that single flips lead to, one after
// another, and all these have the same core. Fails if the assignment does not satisfy the formula.
BitVector frozen_variables(const Formula& formula, const BitVector& solution);

// How many of the variables those are, as a fraction; 0 without variables.
double frozen_fraction(const Formula& formula, const BitVector& solution);

}  // namespace bitbasin
