// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/algorithms.h"

#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/messages/bsp.h"
#include "bitbasin/sat/messages/edmc.h"
#include "bitbasin/sat/messages/rbp.h"
#include "bitbasin/sat/portfolio/portfolio.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/search/fms.h"
#include "bitbasin/sat/search/probsat.h"
#include "bitbasin/sat/search/sa.h"

namespace bitbasin {
namespace {

template <class Options>
SolveResult prepare_and_solve(const Formula& formula, const Options& options, const SolveSetup& setup,
                              RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  if (prepared.formula().clauses() == 0) return {BitVector(formula.variables)};
  return solve(prepared.formula(), options, setup, control);
}

// For those that take formulas as they are.
template <class Options>
SolveResult solve_all(const Formula& formula, const Options& options, const SolveSetup& setup,
                      RunControl& control) {
  return solve(formula, options, setup, control);
}

// An algorithm that is not asked where a clause is empty: that is the proof that there is no solution.
template <class Options, class Run>
Algorithm<Formula> algorithm(const char* name, const char* meaning, const OptionTable<Options>& table,
                             Run run, Abilities can = {}) {
  return make_algorithm<Formula>(
      name, meaning, table,
      [run](const Formula& formula, const Options& options, const SolveSetup& setup, RunControl& control) {
        if (!has_empty_clause(formula)) return run(formula, options, setup, control);
        if (setup.on_proof) setup.on_proof("0\n");
        SolveResult result{.configuration = BitVector(formula.variables), .refuted = true};
        result.violations = count_violations(formula, result.configuration);
        return result;
      },
      can);
}

template <class Options>
Algorithm<Formula> algorithm(const char* name, const char* meaning, const OptionTable<Options>& table,
                             Abilities can = {}) {
  return algorithm(name, meaning, table, prepare_and_solve<Options>, can);
}

}  // namespace

std::vector<Algorithm<Formula>> built_in_algorithms(std::type_identity<Formula>) {
  return {
      algorithm("auto", "probSAT, message passing and CaDiCaL in turns, by size, load and structure",
                portfolio_options(), solve_all<PortfolioOptions>, {.prove = true}),
      algorithm("edmc", "entropy-driven Monte Carlo", edmc_options(), {.trace = true}),
      algorithm("rbp", "reinforced belief propagation", sat_rbp_options()),
      algorithm("bsp", "backtracking survey propagation", sat_bsp_options()),
      algorithm("sa", "simulated annealing", anneal_options(), {.trace = true}),
      algorithm("probsat", "probSAT, focused local search that looks at broken clauses only",
                probsat_options(), {.trace = true}),
      algorithm("fms", "focused Metropolis search", fms_options(), {.trace = true}),
      algorithm("cadical", "CaDiCaL, which finds a solution or proves that there is none", cadical_options(),
                solve_all<CadicalOptions>, {.prove = true}),
  };
}

}  // namespace bitbasin
