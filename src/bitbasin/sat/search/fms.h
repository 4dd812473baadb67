// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// Focused Metropolis search (Seitz, Alava and Orponen, J. Stat. Mech. 2005 P06006): a random variable of a
// random unsatisfied clause is flipped if that leaves no more unsatisfied clauses, otherwise with the
// probability eta^(increase).
struct FmsOptions {
  std::optional<double> eta;
  std::optional<std::int64_t> proposals;
};

const OptionTable<FmsOptions>& fms_options();

// The options with every "auto" replaced, for clauses of up to `longest` literals:
//   eta        0.367 up to 3 literals, 0.293 beyond: the paper's values for 3-SAT and 4-SAT
//   proposals  10 million and 5000 more for each variable
FmsOptions resolve(FmsOptions options, std::size_t longest, std::uint32_t variables);

// On a prepared formula. One unit of work, and one iteration, is one proposal.
SolveResult solve(const Formula& formula, const FmsOptions& options, const SolveSetup& setup,
                  RunControl& control);

}  // namespace bitbasin
