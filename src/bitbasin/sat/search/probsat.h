// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/occurrences.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// probSAT (Balint and Schoening, "Choosing probability distributions for stochastic local search and the role
// of make versus break", SAT 2012): flips a variable of a random unsatisfied clause, drawn with a weight that
// falls with the number of clauses it breaks,
//
//   poly  (epsilon + breaks)^-base        exp  base^-breaks
struct ProbsatOptions {
  enum class Weight { poly, exp };
  std::optional<Weight> weight;
  std::optional<double> base;
  double epsilon = 0.9;
  std::optional<std::int64_t> flips;
};

const OptionTable<ProbsatOptions>& probsat_options();

// The options with every "auto" replaced, for a mean clause length k:
//   weight  poly up to 3 literals, exp beyond
//   base    poly 2.06; exp 2.5, 2.85, 3.7, 5.1 and 5.4 at k = 3, 4, 5, 6 and 7, linear between: the values of
//           the paper, and of CaDiCaL's walker at 6
//   flips   10 million and 5000 more for each variable
ProbsatOptions resolve(ProbsatOptions options, double mean_length, std::uint32_t variables);

// On a prepared formula. One unit of work, and one iteration, is one flip.
SolveResult solve(const Formula& formula, const ProbsatOptions& options, const SolveSetup& setup,
                  RunControl& control);

// The same from a given assignment.
SolveResult probsat_from(const BitVector& start, const Formula& formula, const ProbsatOptions& options,
                         const SolveSetup& setup, RunControl& control);

// The same for a formula whose occurrences are known.
SolveResult probsat_from(const BitVector& start, const Formula& formula, const Occurrences& occurrences,
                         const ProbsatOptions& options, const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
