// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/committee/instance.h"

namespace bitbasin {

// The probability that a committee and its teacher disagree on a new random pattern. For a tree by formula,
// at large n as for perceptrons: unit l differs from the teacher's with probability arccos(R_l) / pi,
// whatever the others do. Units that see the same inputs have no such formula: there the share among 40000
// random patterns, the same ones every time, with a standard error of at most 0.0025.
double generalization_error(const CommitteeInstance& instance, const BitVector& teacher,
                            const BitVector& weights);

}  // namespace bitbasin
