// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/fms.h"

#include <array>

#include "bitbasin/sat/search/focused_search.h"
#include "bitbasin/sat/search/focused_state.h"

namespace bitbasin {

const OptionTable<FmsOptions>& fms_options() {
  static const OptionTable<FmsOptions> table{
      option("eta", &FmsOptions::eta, {0.0, 1.0}, "probability of accepting one more unsatisfied clause",
             "eta"),
      option("proposals", &FmsOptions::proposals, {1}, "proposals before giving up"),
  };
  return table;
}

FmsOptions resolve(FmsOptions options, std::size_t longest, std::uint32_t variables) {
  if (!options.eta) options.eta = longest <= 3 ? 0.367 : 0.293;
  if (!options.proposals) options.proposals = default_flips(variables);
  return options;
}

SolveResult solve(const Formula& formula, const FmsOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const FmsOptions resolved = resolve(options, longest_clause(formula), formula.variables);
  FocusedState state(formula, FocusedState::Makes::kept);
  state.assign(random_assignment(formula.variables, setup.seed));
  std::array<double, 32> probability{1};  // of an increase; beyond the last it is as small
  for (std::size_t k = 1; k < probability.size(); ++k) probability[k] = probability[k - 1] * *resolved.eta;
  return focused_search(state, *resolved.proposals, setup, purpose("sat.fms"), control,
                        [&](const FocusedState& s, std::span<const Literal> clause, Stream& stream) {
                          const std::uint32_t v = variable_of(clause[uniform_below(stream, clause.size())]);
                          const std::int64_t increase = s.energy_change(v);
                          if (increase <= 0) return v;
                          const std::size_t k = std::min<std::size_t>(static_cast<std::size_t>(increase),
                                                                      probability.size() - 1);
                          return coin(stream, probability[k]) ? v : kNoVariable;
                        });
}

}  // namespace bitbasin
