// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/probsat.h"

#include <algorithm>
#include <array>
#include <vector>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/sat/search/focused_search.h"
#include "bitbasin/sat/search/focused_state.h"

namespace bitbasin {
namespace {

using Weight = ProbsatOptions::Weight;

// Linear between the lengths 2, 3, ... 7; constant outside.
double exponential_base(double length) {
  constexpr std::array kBases{2.3, 2.5, 2.85, 3.7, 5.1, 5.4};
  const double at = std::clamp(length - 2, 0.0, static_cast<double>(kBases.size() - 1));
  const std::size_t i = std::min(static_cast<std::size_t>(at), kBases.size() - 2);
  const double part = at - static_cast<double>(i);
  return kBases[i] * (1 - part) + kBases[i + 1] * part;
}

std::vector<double> weights(const ProbsatOptions& options, std::size_t most_breaks) {
  std::vector<double> table;
  for (std::size_t b = 0; b <= most_breaks; ++b) {
    const auto breaks = static_cast<double>(b);
    table.push_back(*options.weight == Weight::poly
                        ? portable_exp(-*options.base * portable_log(options.epsilon + breaks))
                        : portable_exp(-breaks * portable_log(*options.base)));
  }
  return table;
}

}  // namespace

const OptionTable<ProbsatOptions>& probsat_options() {
  static const OptionTable<ProbsatOptions> table{
      option("weight", &ProbsatOptions::weight, {{"poly", Weight::poly}, {"exp", Weight::exp}},
             "how the weight falls with the clauses that a flip breaks"),
      option("base", &ProbsatOptions::base, {0.0, 1000.0, true}, "how fast it falls", "c_b"),
      option("epsilon", &ProbsatOptions::epsilon, {0.0, 1000.0, true}, "offset of the poly weight",
             "epsilon"),
      option("flips", &ProbsatOptions::flips, {1}, "flips before giving up"),
  };
  return table;
}

ProbsatOptions resolve(ProbsatOptions options, double mean_length, std::uint32_t variables) {
  if (!options.weight) options.weight = mean_length <= 3 ? Weight::poly : Weight::exp;
  if (!options.base) options.base = *options.weight == Weight::poly ? 2.06 : exponential_base(mean_length);
  if (!options.flips) options.flips = default_flips(variables);
  return options;
}

namespace {

SolveResult search_from(const BitVector& start, FocusedState& state, const ProbsatOptions& options,
                        const SolveSetup& setup, RunControl& control) {
  const Formula& formula = state.formula();
  const double mean_length = static_cast<double>(formula.literals.size()) /
                             static_cast<double>(std::max<std::size_t>(1, formula.clauses()));
  const ProbsatOptions resolved = resolve(options, mean_length, formula.variables);
  state.assign(start);
  const std::vector<double> weight = weights(resolved, state.most_breaks());
  std::vector<double> sums;  // of the weights up to each literal
  return focused_search(state, *resolved.flips, setup, purpose("sat.probsat"), control,
                        [&](const FocusedState& s, std::span<const Literal> clause, Stream& stream) {
                          sums.clear();
                          double sum = 0;
                          for (const Literal literal : clause)
                            sums.push_back(sum += weight[s.breaks(variable_of(literal))]);
                          const double draw = uniform01(stream) * sum;
                          std::size_t k = 0;
                          while (k + 1 < sums.size() && sums[k] <= draw) ++k;
                          return variable_of(clause[k]);
                        });
}

}  // namespace

SolveResult probsat_from(const BitVector& start, const Formula& formula, const ProbsatOptions& options,
                         const SolveSetup& setup, RunControl& control) {
  FocusedState state(formula, FocusedState::Makes::ignored);
  return search_from(start, state, options, setup, control);
}

SolveResult probsat_from(const BitVector& start, const Formula& formula, const Occurrences& occurrences,
                         const ProbsatOptions& options, const SolveSetup& setup, RunControl& control) {
  FocusedState state(formula, occurrences, FocusedState::Makes::ignored);
  return search_from(start, state, options, setup, control);
}

SolveResult solve(const Formula& formula, const ProbsatOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  return probsat_from(random_assignment(formula.variables, setup.seed), formula, options, setup, control);
}

}  // namespace bitbasin
