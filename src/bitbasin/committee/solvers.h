// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <type_traits>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/committee/instance.h"
#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/perceptron/online/sbpi.h"
#include "bitbasin/search/anneal_options.h"
#include "bitbasin/search/edmc.h"
#include "bitbasin/solve/algorithm.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

enum class MessageForm { factorised, joint };

// Reinforced belief propagation (perceptron/messages/rbp.h) with the channel of the majority.
struct CommitteeRbpOptions {
  RbpOptions rbp;
  std::optional<MessageForm> messages;
};
const OptionTable<CommitteeRbpOptions>& committee_rbp_options();

// With factorised messages each weight has its own, even if units see the same inputs: the coupling of the
// units is then ignored, and without damping every run diverges. With joint messages the weights at one input
// share one (joint_amp.h), for three units. "auto" means
//   messages  joint for three units with common inputs beyond a load of 1, where only a teacher's labels can
//             be learned: factorised messages never tell the units of a teacher apart
//   rate      1e-3 for a load up to 0.6, falling linearly to 2e-4 at 0.75, where a run solves half of the
//             instances: alpha = 0.775 for trees, 0.45 + 0.75 / K for common inputs; 1e-3 beyond 1; 2e-3 for
//             joint messages, which find a teacher in 50 iterations or need a restart
//   margin    0.1 for trees; 0 for common inputs, where it is harmful
//   start     0; 0.8 for common inputs up to a load of 0.5, with field=3: from small fields all units would
//             learn the same there, too much for a single perceptron where K alpha is above 0.8 or so
//   end       0.7: no run was ever solved later; 1 up to a load of 0.6, where fields grow late
//   damping   0 for trees, 0.5 for common inputs
//   field     0.1: from fields of this size the units separate by themselves; 3 with start=0.8; 1 for joint
//             messages
//   restarts  200
// and the rest as for perceptrons. One unit of work is one pattern in one iteration.
CommitteeRbpOptions resolve(const CommitteeRbpOptions& options, const CommitteeInstance& instance);
SolveResult solve(const CommitteeInstance& instance, const CommitteeRbpOptions& options,
                  const SolveSetup& setup, RunControl& control);

// The online rules of perceptrons, by the median of the units' sums (committee_learner.h), with options for
// units of n synapses at the load of rbp. One unit of work is one presentation.
SolveResult solve(const CommitteeInstance& instance, const CprOptions& options, const SolveSetup& setup,
                  RunControl& control);
SolveResult solve(const CommitteeInstance& instance, const SbpiOptions& options, const SolveSetup& setup,
                  RunControl& control);

// Focusing belief propagation (perceptron/messages/fbp.h) in the same way.
FbpOptions resolve(const FbpOptions& options, const CommitteeInstance& instance);
SolveResult solve(const CommitteeInstance& instance, const FbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

// Entropy-driven Monte Carlo and simulated annealing over the number of errors, as for perceptrons.
SolveResult solve(const CommitteeInstance& instance, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control);
SolveResult solve(const CommitteeInstance& instance, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control);

// The solvers of committees that come with the library.
std::vector<Algorithm<CommitteeInstance>> built_in_algorithms(std::type_identity<CommitteeInstance>);

}  // namespace bitbasin
