// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/base/run_control.h"
#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Fails if there is nothing to count: no variable, or an empty clause.
void check_has_entropy(const Formula& formula);

// The local entropy around an assignment of a formula that has passed check_has_entropy.
MeasuredEntropy measure_entropy(const Formula& formula, const BitVector& assignment,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
