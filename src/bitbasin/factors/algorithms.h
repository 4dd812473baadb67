// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <type_traits>
#include <vector>

#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/factors/factor_graph.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The solvers of factor graphs: entropy-driven Monte Carlo, `edmc`, and simulated annealing, `sa`.
std::vector<Algorithm<FactorGraph>> built_in_algorithms(std::type_identity<FactorGraph>);

// The local entropy around a configuration. With a finite beta each configuration counts with its weight, so
// the result is a free entropy.
MeasuredEntropy measure_entropy(const FactorGraph& graph, const BitVector& configuration,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
