// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Reinforced belief propagation on K-SAT (Chavas, Furtlehner, Mezard and Zecchina 2005; Braunstein and
// Zecchina 2006): after sweep t the field of every variable becomes its own external field,
//
//   X_i(t + 1) = rho_t (D_i(t) + X_i(t)),   rho_t = 1 - (1 - rate)^t,
//
// until the signs of the fields satisfy every clause.
struct SatRbpOptions {
  std::optional<double> rate;
  std::optional<std::int64_t> iterations;
  std::int64_t restarts = 20;
};

const OptionTable<SatRbpOptions>& sat_rbp_options();

// The options with every "auto" replaced for a formula of that load (relative_density.h).
//   rate        0.002 up to a load of 0.85, falling to 0.0005 at 0.98
//   iterations  1.5 / rate, where rho is 0.78: runs that are not solved by then are not solved later
SatRbpOptions resolve(SatRbpOptions options, double load);

// On a prepared formula. One unit of work is one message, an iteration is a sweep. Each restart has 0.7
// times the rate of the run before, down to an eighth.
SolveResult solve(const Formula& formula, const SatRbpOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
