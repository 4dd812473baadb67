// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Focusing belief propagation (Baldassi et al. 2016) in its O(N + P) form (amp.h): y replicas of the machine
// are tied by a coupling gamma to a reference, and move together to where solutions are dense. The messages
// of all replicas are the same, so that one stands for all; the others act on it by the field phi of
// math/focusing_field.h,
//
//   theta_i(t + 1) = d theta_i(t) + (1 - d) (u_i(t) + phi(u_i(t); gamma_t, y_t))       d the damping.
//
// How gamma, y and the margin change is the protocol:
//
//   descent   y is fixed, and gamma is governed by the variance of the messages, V = sum_i (1 - m_i^2): a
//             feedback lowers log V steadily. The margin is in units of sqrt(V). V would otherwise fall by a
//             factor of 20 at once where the synapses freeze, and the messages never converge again
//   scoping   y is fixed, and gamma rises linearly
//   pseudo    gamma = atanh(rho^x), y = 1 + rho^(1 - 2x) / (1 - rho), and rho rises linearly
//   standard  gamma is infinite and y = 1 / (1 - rho): reinforced belief propagation, x = 0
//   free      gamma and y follow a list of points
enum class FbpProtocol { descent, scoping, pseudo, standard, free };

struct FbpOptions {
  FbpProtocol protocol = FbpProtocol::descent;
  std::optional<double> y;
  std::optional<std::int64_t> iterations;
  double variance = 1e-6;
  std::optional<double> rate;
  std::optional<double> start;
  std::optional<double> end;
  double x = 0.5;
  std::string points = "none";
  std::optional<double> margin;
  std::optional<double> margin_last;
  std::optional<double> margin_end;
  double damping = 0.5;
  std::optional<double> field;
  std::int64_t restarts = 200;
};

const OptionTable<FbpOptions>& fbp_options();

// Fails where options do not go together.
void check(const FbpOptions& options);

// The options with every "auto" replaced, by the load of load.h.
//   y            3
//   iterations   1000 up to a load of 0.66, then rising linearly to 3000 at 0.74; 1000 beyond 0.9, where only
//   a
//                teacher's labels can be learnt
//   rate         1e-3 (scoping), 4e-4 (pseudo, standard)
//   start        0.15 (descent: below that V does not move, and to start from 0 takes 500 iterations more), 0
//   end          2 (scoping), 1 (pseudo, standard)
//   margin       0.4 (descent), 0.15; 0 beyond a load of 0.9
//   margin_last  a quarter of the margin
//   margin_end   1 (scoping, free), 0.5 (pseudo, standard)
//   field        0.01
FbpOptions resolve(FbpOptions options, double load);

// The options of a restart: which margin and which y are best differs from instance to instance, and the
// random fields that a run starts from are soon forgotten, so that without this it would repeat the first.
FbpOptions varied(const FbpOptions& options, std::uint64_t seed, std::uint64_t restart);

// One unit of work is one pattern in one iteration. Gives up only after all restarts.
SolveResult solve(const PerceptronInstance& instance, const FbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
