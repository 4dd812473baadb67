// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/search/walk.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Walks over the solutions of a perceptron from one of them, and reports each point; its error is the
// generalisation error, if there is a teacher. Returns the number of errors that the slow checker finds at
// the end: 0 unless there is a bug.
std::size_t walk_solutions(const PerceptronInstance& instance, const BitVector& solution,
                           const WalkOptions& options, const SolveSetup& setup, RunControl& control,
                           const OnWalkPoint& on_point);

}  // namespace bitbasin
