// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/solver.h"

namespace bitbasin {

// Reinforced belief propagation on K-SAT (Chavas, Furtlehner, Mezard and Zecchina 2005; Braunstein and
// Zecchina 2006): after sweep t the field of every variable becomes its own external field,
//
//   X_i(t + 1) = rho_t (D_i(t) + X_i(t)),   rho_t = 1 - (1 - rate)^t,
//
// until the signs of the fields satisfy every clause.
struct SatRbpOptions {
  std::optional<double> rate;
  std::int64_t iterations = 10000;
  std::int64_t restarts = 10;
};

const OptionTable<SatRbpOptions>& sat_rbp_options();

// On a prepared formula. One unit of work is one message, an iteration is a sweep. Each restart has half the
// rate of the run before.
SatResult solve(const Formula& formula, const SatRbpOptions& options, const SatSetup& setup,
                RunControl& control);

}  // namespace bitbasin
