// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/sa.h"

#include <algorithm>

#include "bitbasin/perceptron/search/stabilities.h"

namespace bitbasin {
namespace {

template <SaEnergy kEnergy>
struct Annealed {
  Stabilities& state;

  std::size_t variables() const { return state.n(); }
  const BitVector& configuration() const { return state.weights(); }
  std::int64_t energy() const {
    return kEnergy == SaEnergy::depth ? state.depth() : static_cast<std::int64_t>(state.errors());
  }
  std::int64_t energy_change(std::size_t i) const {
    return kEnergy == SaEnergy::depth ? state.depth_change(i) : state.error_change(i);
  }
  void flip(std::size_t i) { state.flip(i); }
  void assign(const BitVector& weights) { state.assign(weights); }
};

template <SaEnergy kEnergy>
SolveResult run(Stabilities& state, const SaOptions& options, std::uint64_t seed, RunControl& control) {
  Annealed<kEnergy> problem{state};
  const auto found = anneal(problem, resolve(options), seed, control);
  state.assign(found.best);  // few steps deep is not few errors
  return {.weights = found.best,
          .errors = state.errors(),
          .iterations = found.sweeps,
          .restarts = std::min(found.runs, static_cast<std::uint64_t>(options.runs) - 1),
          .flips = found.flips};
}

}  // namespace

const OptionTable<SaOptions>& sa_options() {
  static const OptionTable<SaOptions> table{
      option("energy", &SaOptions::energy, {{"errors", SaEnergy::errors}, {"depth", SaEnergy::depth}},
             "what is brought down: wrong patterns, or the flips that they are away from being right"),
      option("start", &SaOptions::start, {0.0, 1000.0}, "temperature of the first sweep", "T"),
      option("end", &SaOptions::end, {0.0, 1000.0}, "temperature of the last sweep", "T"),
      option("sweeps", &SaOptions::sweeps, {1}, "sweeps of N proposals in a run"),
      option("runs", &SaOptions::runs, {1}, "runs from random weights"),
  };
  return table;
}

AnnealSchedule resolve(const SaOptions& options) {
  const bool depth = options.energy == SaEnergy::depth;
  return {options.start.value_or(depth ? 1 : 0.4), options.end.value_or(depth ? 0.25 : 0.1),
          static_cast<std::uint64_t>(options.sweeps), static_cast<std::uint64_t>(options.runs)};
}

SolveResult solve(const PerceptronInstance& instance, const SaOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  Stabilities state(instance, BitVector(instance.n()), setup.threads);
  return options.energy == SaEnergy::depth ? run<SaEnergy::depth>(state, options, setup.seed, control)
                                           : run<SaEnergy::errors>(state, options, setup.seed, control);
}

}  // namespace bitbasin
