// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/search/anneal_options.h"
#include "bitbasin/search/edmc.h"
#include "bitbasin/solve/algorithm.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced belief propagation (perceptron/messages/rbp.h) with the channel of the majority. Each weight has
// its own message, even if units see the same inputs: the coupling of the units is then ignored, and without
// damping every run diverges. "auto" means
//   rate      1e-3 for a load up to 0.6, falling linearly to 2e-4 at 0.75, where a run solves half of the
//             instances: alpha = 0.775 for trees, 0.45 + 0.75 / K for common inputs; 1e-3 beyond 1
//   margin    0.1 for trees; 0 for common inputs, where it is harmful
//   end       0.7: no run was ever solved later
//   damping   0 for trees, 0.5 for common inputs
//   field     0.1: from fields of this size the units separate by themselves
//   restarts  200
// and the rest as for perceptrons. One unit of work is one pattern in one iteration.
RbpOptions resolve(const RbpOptions& options, const CommitteeInstance& instance);
SolveResult solve(const CommitteeInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

// Entropy-driven Monte Carlo and simulated annealing over the number of errors, as for perceptrons.
SolveResult solve(const CommitteeInstance& instance, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control);
SolveResult solve(const CommitteeInstance& instance, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control);

// The solvers of committees that come with the library.
std::vector<Algorithm<CommitteeInstance>> built_in_algorithms(std::type_identity<CommitteeInstance>);

}  // namespace bitbasin
