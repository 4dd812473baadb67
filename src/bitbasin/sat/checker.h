// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The number of clauses without a true literal, checked one by one and independently of every solver.
std::size_t count_violations(const Formula& formula, const BitVector& assignment);

}  // namespace bitbasin
