// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/edge_bp.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced belief propagation (Braunstein and Zecchina 2006) in its O(N + P) form (amp.h): the field of
// every synapse is fed back with a strength r that grows with time,
//
//   theta_i(t + 1) = u_i(t) + r_t theta_i(t),   r_t = start + rate t,
//
// until all synapses are polarised. With damping d the new field is (1 - d) of that and d of the old one. The
// paper's form is margin=0, and x . W > 0. Ours starts with a larger margin than is needed, x . W > kappa_t
// with kappa_t = margin sqrt(N) max(0, 1 - r_t / margin_end): at N = 1001, alpha = 0.75 this lifts a single
// run from 12 to 24 of 40 solved (rate 1e-3) and from 9 to 28 (rate 2e-4).
//
// With ramp=variance r is governed by the variance of the messages (variance_governor.h) for 0.4 / rate
// iterations, and the margin is in units of sqrt(V), half as large at the end.
enum class RbpRamp { linear, variance };

struct RbpOptions {
  std::optional<double> rate;
  std::optional<double> margin;
  double margin_end = 0.5;
  std::optional<double> start;
  std::optional<double> end;
  std::optional<double> damping;
  std::optional<double> field;
  std::optional<std::int64_t> restarts;
  Accuracy accuracy = Accuracy::amp;
  std::optional<RbpRamp> ramp;
};

const OptionTable<RbpOptions>& rbp_options();
// Fails for a margin or damping where there is one message per pattern and synapse.
void check(const RbpOptions& options);

// The options with every "auto" replaced, by the load of load.h.
//   rate      1e-3 up to a load of 0.66, then falling linearly to 2e-4 at 0.76, where slower runs solve more;
//             1e-3 beyond 0.9, where only a teacher's labels can be learned and no slow search is needed
//   margin    0.15; 0 beyond 0.9
//   start     0
//   end       1
//   damping   0
//   field     0.01
//   restarts  15
//   ramp      linear
RbpOptions resolve(RbpOptions options, double load);

// The same for an instance. With a margin (kappa) in the problem, restarts=200: at N = 1001, kappa = 0.5,
// alpha = 0.40 one instance in ten needs more than 15. From N = 50000 on, up to a load of 0.742, instances
// differ little, and a fast ramp is enough: rate=1e-3, and a margin of 0.15 at 0.74 that grows to 0.3 at
// 0.70. The symmetric constraint has its own rules:
//   rate      1e-3 up to a load of 0.62, then falling linearly to 1e-4 at 0.71
//   margin    0.1
//   start     where m = 0 becomes unstable: 1 - c (alpha - (1 - sqrt(alpha))^2 / (1 - c)) for alpha >= 1 and
//             1 - c alpha below, c = N Gam at w = 0, V = N, by the softest modes of X^T X: below that the
//             random fields only fade
//   end       start + 0.5: no run was ever solved later
//   damping   0.5: single runs at N = 1023, alpha = 1.55 solve 8 of 10 with it and 3 of 10 without
//   restarts  200
//   ramp      variance from a load of 0.7 on, with start=0, end=0.95, margin=0.45, damping=0.4 and field=0.1:
//   single runs
//             of 4000 iterations at N = 4901, alpha = 1.575 solve 9 percent, and 1 percent with a linear ramp
RbpOptions resolve(const RbpOptions& options, const PerceptronInstance& instance);

// One unit of work is one pattern in one iteration. Gives up only after all restarts, each at 0.9 times the
// rate of the one before, with the margin halved or doubled in turn: a run soon forgets the random fields
// that it starts from, so a restart without these changes would repeat it.
SolveResult solve(const PerceptronInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
