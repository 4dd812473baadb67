// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "bitbasin/base/options.h"
#include "bitbasin/search/anneal.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// The options of simulated annealing on any problem.
struct AnnealOptions {
  std::optional<double> start;
  std::optional<double> end;
  std::int64_t sweeps = 3000;
  std::int64_t runs = 3;
};

const OptionTable<AnnealOptions>& anneal_options();

// The schedule; missing temperatures are replaced by ones that suit the problem.
AnnealSchedule schedule_of(const AnnealOptions& options, double start, double end);

// Fresh starts after the first.
template <class Energy>
std::uint64_t restarts_of(const AnnealResult<Energy>& result, const AnnealOptions& options) {
  return std::min(result.runs, static_cast<std::uint64_t>(options.runs) - 1);
}

// Tells whoever traces a run of the sweeps of anneal(). count() counts the errors of the configuration as it
// is.
template <AnnealingProblem Problem, class Count>
auto trace_sweeps(const Problem& problem, const SolveSetup& setup, Count count) {
  return [&problem, &setup, count](const auto& result) {
    if (!setup.on_iteration) return;
    setup.on_iteration({.iteration = result.sweeps,
                        .restart = result.runs,
                        .errors = count(),
                        .configuration = &problem.configuration()});
  };
}
template <AnnealingProblem Problem>
auto trace_sweeps(const Problem& problem, const SolveSetup& setup) {
  return trace_sweeps(problem, setup, [&problem] { return static_cast<std::size_t>(problem.energy()); });
}

}  // namespace bitbasin
