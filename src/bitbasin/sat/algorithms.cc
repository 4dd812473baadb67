// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/algorithms.h"

#include "bitbasin/base/find_named.h"
#include "bitbasin/base/read_options.h"
#include "bitbasin/sat/messages/edmc.h"
#include "bitbasin/sat/messages/rbp.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/search/fms.h"
#include "bitbasin/sat/search/probsat.h"
#include "bitbasin/sat/search/sa.h"

namespace bitbasin {
namespace {

template <class Options>
SatResult prepare_and_solve(const Formula& formula, const Options& options, const SatSetup& setup,
                            RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  SatResult result{BitVector(formula.variables)};
  if (prepared.formula.clauses() > 0) result = solve(prepared.formula, options, setup, control);
  result.unsatisfied += prepared.empty_clauses;
  return result;
}

template <class Options>
SatAlgorithm algorithm(std::string_view name, std::string_view meaning, const OptionTable<Options>& table) {
  const auto read = [&table](const Spec& spec) { return read_options(table, spec); };
  return {name, meaning, describe(table),
          [read](const Formula& formula, const Spec& spec, const SatSetup& setup, RunControl& control) {
            return prepare_and_solve(formula, read(spec), setup, control);
          },
          [read, &table](const Spec& spec) { return to_spec(spec.name, table, read(spec)); }};
}

}  // namespace

std::span<const SatAlgorithm> sat_algorithms() {
  static const SatAlgorithm algorithms[] = {
      algorithm("edmc", "entropy-driven Monte Carlo", edmc_options()),
      algorithm("rbp", "reinforced belief propagation", sat_rbp_options()),
      algorithm("sa", "simulated annealing", sat_sa_options()),
      algorithm("probsat", "probSAT, focused local search that looks at broken clauses only",
                probsat_options()),
      algorithm("fms", "focused Metropolis search", fms_options()),
  };
  return algorithms;
}

const SatAlgorithm& sat_algorithm(std::string_view name) {
  return find_named(sat_algorithms(), &SatAlgorithm::name, name, "algorithms");
}

}  // namespace bitbasin
