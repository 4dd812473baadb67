// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The number of patterns that violate the instance's constraint: slow, and independent of every kernel. Rows
// that were never stored are made again one by one.
std::size_t count_violations(const PerceptronInstance& instance, const BitVector& weights, int threads = 1);

// R = W_T . W / N
double overlap(const BitVector& teacher, const BitVector& weights);

}  // namespace bitbasin
