// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/solvers.h"

#include <algorithm>

#include "bitbasin/committee/committee_products.h"
#include "bitbasin/committee/tilted_committee.h"
#include "bitbasin/committee/unit_votes.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/perceptron/messages/rbp_run.h"
#include "bitbasin/perceptron/search/edmc.h"
#include "bitbasin/search/edmc_run.h"

namespace bitbasin {
namespace {

struct AnnealedVotes {
  UnitVotes& state;

  std::size_t variables() const { return state.n(); }
  const BitVector& configuration() const { return state.weights(); }
  std::int64_t energy() const { return static_cast<std::int64_t>(state.errors()); }
  std::int64_t energy_change(std::size_t i) const { return state.error_change(i); }
  void flip(std::size_t i) { state.flip(i); }
  void assign(const BitVector& weights) { state.assign(weights); }
};

// alpha relative to the value at which half of the instances are solved, scaled to the perceptron's 0.75.
double load_of(const CommitteeInstance& instance) {
  const auto units = static_cast<double>(instance.units());
  const double solved =
      instance.form.tree ? 0.775 : 0.45 + 0.75 / units;  // 0.70, 0.60, 0.557 for K = 3, 5, 7
  return 0.75 * instance.alpha() / solved;
}

template <class Options>
Algorithm<CommitteeInstance> committee_algorithm(const char* name, const char* meaning,
                                                 const OptionTable<Options>& table) {
  return make_algorithm<CommitteeInstance>(
      name, meaning, table,
      [](const CommitteeInstance& instance, const Options& options, const SolveSetup& setup,
         RunControl& control) { return solve(instance, options, setup, control); });
}

}  // namespace

RbpOptions resolve(const RbpOptions& options, const CommitteeInstance& instance) {
  RbpOptions o = options;
  const bool tree = instance.form.tree;
  const double load = load_of(instance);
  // Beyond it only a teacher's labels can be learned, and those quickly.
  if (!o.rate) o.rate = load > 1 ? 1e-3 : 1e-3 * (1 - 0.8 * std::clamp((load - 0.6) / 0.15, 0.0, 1.0));
  if (!o.margin) o.margin = tree && load <= 1 ? 0.1 : 0;
  if (!o.damping) o.damping = tree ? 0 : 0.5;
  if (!o.end) o.end = 0.7;
  if (!o.field) o.field = 0.1;
  if (!o.restarts) o.restarts = 200;
  return resolve(o, load);
}

SolveResult solve(const CommitteeInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  if (options.accuracy != Accuracy::amp) fail("expected accuracy=amp for a committee, got another one");
  CommitteeProducts patterns(instance, setup.threads);
  return run_rbp(patterns, MajorityModel(instance.units()), resolve(options, instance), setup, control);
}

SolveResult solve(const CommitteeInstance& instance, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const EdmcOptions o = resolve_for_perceptron(options, load_of(instance));
  CommitteeProducts patterns(instance, setup.threads);
  TiltedCommittee estimator =
      tilted_committee(instance, patterns,
                       {.tolerance = *o.tolerance,
                        .max_iterations = static_cast<std::uint64_t>(o.max_sweeps),
                        .damping = o.mode == EdmcMode::parallel ? kParallelDamping : 0,
                        .threads = setup.threads});
  return as_solve_result(run_edmc(estimator, o, setup.seed, control), o.mode);
}

SolveResult solve(const CommitteeInstance& instance, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  UnitVotes state(instance, BitVector(instance.weights()));
  AnnealedVotes problem{state};
  const auto found = anneal(problem, schedule_of(options, 0.4, 0.1), setup.seed, control);
  return {.configuration = found.best,
          .violations = static_cast<std::size_t>(found.energy),
          .iterations = found.sweeps,
          .restarts = restarts_of(found, options),
          .flips = found.flips};
}

std::vector<Algorithm<CommitteeInstance>> built_in_algorithms(std::type_identity<CommitteeInstance>) {
  return {
      committee_algorithm("rbp", "reinforced belief propagation", rbp_options()),
      committee_algorithm("edmc", "entropy-driven Monte Carlo", edmc_options()),
      committee_algorithm("sa", "simulated annealing", anneal_options()),
  };
}

}  // namespace bitbasin
