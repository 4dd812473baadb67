// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced belief propagation with one message per pattern and synapse (edge_bp.h), by options that are
// resolved: slow, and for small instances, where the approximations of amp.h are rough. No margin is
// annealed.
SolveResult solve_by_edges(const PerceptronInstance& instance, const RbpOptions& options,
                           const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
