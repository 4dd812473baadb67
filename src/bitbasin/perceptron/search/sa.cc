// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/sa.h"

#include <vector>

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
SolveResult run(Stabilities& state, const SaOptions& options, const SolveSetup& setup, RunControl& control) {
  Annealed<kEnergy> problem{state};
  const auto found = anneal(problem, resolve(options), setup.seed, control, 0,
                            trace_sweeps(problem, setup, [&] { return state.errors(); }));
  state.assign(found.best);  // a small depth does not mean few errors
  return {.configuration = found.best,
          .violations = state.errors(),
          .iterations = found.sweeps,
          .restarts = restarts_of(found, options.anneal),
          .flips = found.flips};
}

}  // namespace

const OptionTable<SaOptions>& sa_options() {
  static const OptionTable<SaOptions> table([] {
    std::vector<Option<SaOptions>> all;
    all.push_back(
        option("energy", &SaOptions::energy, {{"errors", SaEnergy::errors}, {"depth", SaEnergy::depth}},
               "energy to minimise: the number of wrong patterns, or the flips needed to correct them"));
    append_options(all, anneal_options(), &SaOptions::anneal);
    return all;
  }());
  return table;
}

AnnealSchedule resolve(const SaOptions& options) {
  const bool depth = options.energy == SaEnergy::depth;
  return schedule_of(options.anneal, depth ? 1 : 0.4, depth ? 0.25 : 0.1);
}

SolveResult solve(const PerceptronInstance& instance, const SaOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  Stabilities state(instance, BitVector(instance.n()), setup.threads);
  return options.energy == SaEnergy::depth ? run<SaEnergy::depth>(state, options, setup, control)
                                           : run<SaEnergy::errors>(state, options, setup, control);
}

}  // namespace bitbasin
