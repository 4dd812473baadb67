// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The number of patterns with x . W <= 0, summed entry by entry: slow, and independent of every kernel.
std::size_t check_weights(const PerceptronInstance& instance, const BitVector& weights);

// R = W_T . W / N
double overlap(const BitVector& teacher, const BitVector& weights);

// The probability that student and teacher disagree on a new random pattern: acos(R) / pi.
double generalization_error(double overlap);

}  // namespace bitbasin
