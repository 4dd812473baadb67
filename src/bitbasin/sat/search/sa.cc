// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/sa.h"

#include <algorithm>

#include "bitbasin/sat/search/focused_state.h"

namespace bitbasin {

static_assert(AnnealingProblem<FocusedState>);

const OptionTable<SatSaOptions>& sat_sa_options() {
  static const OptionTable<SatSaOptions> table{
      option("start", &SatSaOptions::start, {0.0, 1000.0}, "temperature of the first sweep", "T"),
      option("end", &SatSaOptions::end, {0.0, 1000.0}, "temperature of the last sweep", "T"),
      option("sweeps", &SatSaOptions::sweeps, {1}, "sweeps of N proposals in a run"),
      option("runs", &SatSaOptions::runs, {1}, "runs from random assignments"),
  };
  return table;
}

AnnealSchedule resolve(const SatSaOptions& options, std::size_t longest) {
  const bool few = longest <= 3;
  return {options.start.value_or(few ? 0.25 : 0.3), options.end.value_or(few ? 0.05 : 0.1),
          static_cast<std::uint64_t>(options.sweeps), static_cast<std::uint64_t>(options.runs)};
}

SatResult solve(const Formula& formula, const SatSaOptions& options, const SatSetup& setup,
                RunControl& control) {
  FocusedState state(formula, FocusedState::Makes::kept);
  const std::size_t longest =
      formula.clauses() > 0 ? formula.clause(formula.clauses() - 1).size() : 0;  // prepared: the last one
  const auto found = anneal(state, resolve(options, longest), setup.seed, control);
  const std::uint64_t runs = static_cast<std::uint64_t>(options.runs);
  return {found.best, static_cast<std::size_t>(found.energy), found.sweeps, found.flips,
          0,          std::min(found.runs, runs - 1)};
}

}  // namespace bitbasin
