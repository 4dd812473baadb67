// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/solvers.h"

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/committee/committee_learner.h"
#include "bitbasin/committee/committee_products.h"
#include "bitbasin/committee/joint_amp.h"
#include "bitbasin/committee/tilted_committee.h"
#include "bitbasin/committee/unit_votes.h"
#include "bitbasin/models/majority.h"
#include "bitbasin/perceptron/messages/fbp_run.h"
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

SolveResult learn_online(const CommitteeInstance& instance, const LearningPlan& plan, const SolveSetup& setup,
                         RunControl& control) {
  if (plan.noise.any()) {
    fail("expected flip, ignore, decay and lose of 0 for a committee, got {}, {}, {} and {}", plan.noise.flip,
         plan.noise.ignore, plan.noise.decay, plan.noise.lose);
  }
  const std::vector<BitMatrix> parts = unit_inputs(instance);
  CommitteeProducts patterns(instance, setup.threads);
  const auto start = [&](std::uint64_t run) {
    return CommitteeLearner(parts, instance.units(), plan.bound, setup.seed, run);
  };
  const auto count = [&](const BitVector& w) { return patterns.count_errors(w); };
  return run_plan(plan, instance.weights(), instance.patterns(), setup, control, start, count);
}

template <class Options>
Algorithm<CommitteeInstance> committee_algorithm(const char* name, const char* meaning,
                                                 const OptionTable<Options>& table, Abilities can = {}) {
  return make_algorithm<CommitteeInstance>(
      name, meaning, table,
      [](const CommitteeInstance& instance, const Options& options, const SolveSetup& setup,
         RunControl& control) { return solve(instance, options, setup, control); },
      can);
}

}  // namespace

const OptionTable<CommitteeRbpOptions>& committee_rbp_options() {
  static const OptionTable<CommitteeRbpOptions> table([] {
    std::vector<Option<CommitteeRbpOptions>> all;
    append_options(all, rbp_options(), &CommitteeRbpOptions::rbp);
    all.push_back(younger(
        option("messages", &CommitteeRbpOptions::messages,
               {{"factorised", MessageForm::factorised}, {"joint", MessageForm::joint}},
               "whether the weights at one input have a message each or one together (3 units, no tree)")));
    return all;
  }());
  return table;
}

CommitteeRbpOptions resolve(const CommitteeRbpOptions& options, const CommitteeInstance& instance) {
  CommitteeRbpOptions resolved = options;
  RbpOptions& o = resolved.rbp;
  const bool tree = instance.form.tree, known = JointAmp::knows(instance.form);
  const double load = load_of(instance);
  if (!resolved.messages)
    resolved.messages = known && load > 1 ? MessageForm::joint : MessageForm::factorised;
  if (*resolved.messages == MessageForm::joint && !known) {
    fail("expected three units with common inputs for messages=joint, got {} {}", instance.units(),
         tree ? "in a tree" : "with common inputs");
  }
  const bool joint = *resolved.messages == MessageForm::joint;
  if (!o.rate) {
    if (joint) {
      o.rate = 2e-3;
    } else {
      // Only a teacher's labels can be learned beyond a load of 1, and fast.
      o.rate = load > 1 ? 1e-3 : 1e-3 * (1 - 0.8 * std::clamp((load - 0.6) / 0.15, 0.0, 1.0));
    }
  }
  if (!o.margin) o.margin = tree && load <= 1 ? 0.1 : 0;
  if (!o.damping) o.damping = tree ? 0 : 0.5;
  const bool separate = !tree && load <= 0.5;  // the units, which would not separate by themselves
  if (!o.start) o.start = separate ? 0.8 : 0;
  if (!o.field) o.field = separate ? 3 : joint ? 1 : 0.1;
  if (!o.end) o.end = load <= 0.6 ? 1 : 0.7;
  if (!o.restarts) o.restarts = 200;
  o = resolve(o, load);
  return resolved;
}

SolveResult solve(const CommitteeInstance& instance, const CommitteeRbpOptions& options,
                  const SolveSetup& setup, RunControl& control) {
  if (options.rbp.accuracy != Accuracy::amp) {
    fail("expected accuracy=amp for a committee, got {}",
         options.rbp.accuracy == Accuracy::exact ? "exact" : "gaussian");
  }
  const CommitteeRbpOptions o = resolve(options, instance);
  const MajorityModel channel(instance.units());
  CommitteeProducts patterns(instance, setup.threads);
  if (*o.messages == MessageForm::joint) {
    return run_rbp<CommitteeProducts, MajorityModel, JointAmp>(patterns, channel, o.rbp, setup, control);
  }
  return run_rbp(patterns, channel, o.rbp, setup, control);
}

SolveResult solve(const CommitteeInstance& instance, const CprOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const CprOptions o = resolve(options, instance.n(), load_of(instance));
  const auto learn_below = static_cast<std::int32_t>(*o.margin + 1);
  return learn_online(instance, plan_of(o, instance.n(), learn_below), setup, control);
}

SolveResult solve(const CommitteeInstance& instance, const SbpiOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const SbpiOptions o = resolve(options, instance.n(), load_of(instance));
  const auto stabilise_below = static_cast<std::int32_t>(*o.theta + 1);
  return learn_online(instance, plan_of(o, 1, stabilise_below), setup, control);
}

FbpOptions resolve(const FbpOptions& options, const CommitteeInstance& instance) {
  FbpOptions o = options;
  if (!instance.form.tree && !o.margin) o.margin = 0;
  if (!o.field) o.field = 0.1;
  return resolve(o, load_of(instance));
}

SolveResult solve(const CommitteeInstance& instance, const FbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  CommitteeProducts patterns(instance, setup.threads);
  return run_fbp(patterns, MajorityModel(instance.units()), resolve(options, instance), setup, control);
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
  return as_solve_result(run_edmc(estimator, o, setup, control), o.mode);
}

SolveResult solve(const CommitteeInstance& instance, const AnnealOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  UnitVotes state(instance, BitVector(instance.weights()));
  AnnealedVotes problem{state};
  const auto found =
      anneal(problem, schedule_of(options, 0.4, 0.1), setup.seed, control, 0, trace_sweeps(problem, setup));
  return {.configuration = found.best,
          .violations = static_cast<std::size_t>(found.energy),
          .iterations = found.sweeps,
          .restarts = restarts_of(found, options),
          .flips = found.flips};
}

std::vector<Algorithm<CommitteeInstance>> built_in_algorithms(std::type_identity<CommitteeInstance>) {
  return {
      committee_algorithm("rbp", "reinforced belief propagation", committee_rbp_options(),
                          {.trace = true, .resume = true}),
      committee_algorithm("fbp", "focusing belief propagation", fbp_options(),
                          {.trace = true, .resume = true}),
      committee_algorithm("sbpi", "stochastic belief propagation with integer hidden states", sbpi_options(),
                          {.trace = true}),
      committee_algorithm("cpr", "clipped perceptron with reinforcement", cpr_options(), {.trace = true}),
      committee_algorithm("edmc", "entropy-driven Monte Carlo", edmc_options(), {.trace = true}),
      committee_algorithm("sa", "simulated annealing", anneal_options(), {.trace = true}),
  };
}

}  // namespace bitbasin
