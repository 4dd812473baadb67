// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/sa.h"

#include "bitbasin/sat/search/focused_state.h"

namespace bitbasin {

static_assert(AnnealingProblem<FocusedState>);

AnnealSchedule resolve(const AnnealOptions& options, std::size_t longest) {
  const bool few = longest <= 3;
  return schedule_of(options, few ? 0.25 : 0.3, few ? 0.05 : 0.1);
}

SolveResult solve(const Formula& formula, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  FocusedState state(formula, FocusedState::Makes::kept);
  const auto found = anneal(state, resolve(options, longest_clause(formula)), setup.seed, control, 0,
                            trace_sweeps(state, setup));
  return {.configuration = found.best,
          .violations = static_cast<std::size_t>(found.energy),
          .iterations = found.sweeps,
          .restarts = restarts_of(found, options),
          .flips = found.flips};
}

}  // namespace bitbasin
