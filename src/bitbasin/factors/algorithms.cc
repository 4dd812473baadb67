// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/algorithms.h"

#include "bitbasin/factors/factor_messages.h"
#include "bitbasin/factors/factor_state.h"
#include "bitbasin/search/anneal_options.h"
#include "bitbasin/search/edmc_run.h"

namespace bitbasin {
namespace {

SolveResult solve_by_annealing(const FactorGraph& graph, const AnnealOptions& options,
                               const SolveSetup& setup, RunControl& control) {
  constexpr double kStart = 1, kEnd = 0.1;  // a constraint is one unit of energy
  FactorState state(graph);
  const auto found =
      anneal(state, schedule_of(options, kStart, kEnd), setup.seed, control, 0, trace_sweeps(state, setup));
  return {.configuration = found.best,
          .violations = static_cast<std::size_t>(found.energy),
          .iterations = found.sweeps,
          .restarts = restarts_of(found, options),
          .flips = found.flips};
}

// Empty options get the values for formulas, with a wider range of gamma, because it is not known how
// strongly a field confines an unknown problem.
SolveResult solve_by_edmc(const FactorGraph& graph, EdmcOptions options, const SolveSetup& setup,
                          RunControl& control) {
  const bool parallel = options.mode == EdmcMode::parallel;
  if (!options.gamma) options.gamma = parallel ? 0 : 0.2;
  if (!options.gamma_step) options.gamma_step = parallel ? 0.0025 : 0.1;
  if (!options.gamma_max) options.gamma_max = parallel ? 1 : 2.5;
  FactorMessages messages(graph, {options.tolerance.value_or(0.01), options.max_sweeps});
  return as_solve_result(run_edmc(messages, options, setup, control), options.mode);
}

}  // namespace

std::vector<Algorithm<FactorGraph>> built_in_algorithms(std::type_identity<FactorGraph>) {
  return {make_algorithm<FactorGraph>("edmc", "entropy-driven Monte Carlo", edmc_options(), solve_by_edmc,
                                      {.trace = true}),
          make_algorithm<FactorGraph>("sa", "simulated annealing", anneal_options(), solve_by_annealing,
                                      {.trace = true})};
}

MeasuredEntropy measure_entropy(const FactorGraph& graph, const BitVector& configuration,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control) {
  FactorMessages messages(graph, {options.tolerance, options.max_sweeps});
  return measure_entropy(messages, configuration, distances, Stream(setup.seed, purpose("entropy.factors")),
                         control);
}

}  // namespace bitbasin
