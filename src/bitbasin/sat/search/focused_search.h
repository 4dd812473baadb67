// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "bitbasin/base/run_control.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/search/focused_state.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The default limit of flips in local search: 10 million and 5000 more for each variable. Ten times what
// 3-SAT takes at alpha = 4.2, about a minute for N = 10000.
std::int64_t default_flips(std::uint32_t variables);

BitVector random_assignment(std::uint32_t variables, std::uint64_t seed);

// Focused local search from the assignment that the state holds: pick(state, clause, stream) chooses a
// literal's variable in a random unsatisfied clause, or kNoVariable to leave it. One unit of work is one
// choice. A trace has one point for each time that the best assignment is updated.
inline constexpr std::uint32_t kNoVariable = 0xffffffff;

template <class Pick>
SolveResult focused_search(FocusedState& state, std::int64_t choices, const SolveSetup& setup,
                           Purpose stream_purpose, RunControl& control, Pick pick) {
  const Formula& formula = state.formula();
  Stream stream(setup.seed, stream_purpose);
  SolveResult result{state.configuration(), state.unsatisfied().size()};
  // The best assignment is updated only now and then, because copying it costs N bits.
  const std::int64_t every = 1024 + formula.variables / 16;
  const auto keep = [&] { result.offer(state.configuration(), state.unsatisfied().size()); };
  for (std::int64_t t = 0; t < choices && !state.unsatisfied().empty() && control.spend(1); ++t) {
    const std::uint32_t clause = state.unsatisfied()[uniform_below(stream, state.unsatisfied().size())];
    const std::uint32_t variable = pick(state, formula.clause(clause), stream);
    ++result.iterations;
    if (variable != kNoVariable) {
      state.flip(variable);
      ++result.flips;
    }
    if (t % every == 0) {
      keep();
      control.report({"solving", result.iterations, static_cast<std::uint64_t>(choices),
                      static_cast<double>(state.unsatisfied().size())});
      if (setup.on_iteration) {
        setup.on_iteration({.iteration = result.iterations,
                            .errors = state.unsatisfied().size(),
                            .configuration = &state.configuration()});
      }
    }
  }
  keep();
  return result;
}

}  // namespace bitbasin
