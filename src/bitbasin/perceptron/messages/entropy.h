// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "bitbasin/base/run_control.h"
#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// With 24 bits per product, changes of the fields fall below this.
inline constexpr double kPerceptronTolerance = 1e-5;

// The local entropy around weights of a perceptron, by the message passing of tilted_amp.h.
MeasuredEntropy measure_entropy(const PerceptronInstance& instance, const BitVector& weights,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
