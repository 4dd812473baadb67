// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The number of patterns that violate the instance's constraint, x . W summed entry by entry: slow, and
// independent of every kernel.
std::size_t count_violations(const PerceptronInstance& instance, const BitVector& weights);

// R = W_T . W / N
double overlap(const BitVector& teacher, const BitVector& weights);

}  // namespace bitbasin
