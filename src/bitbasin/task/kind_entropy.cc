// SPDX-License-Identifier: Apache-2.0
// The kinds `entropy X`: a random instance, what a solver finds in it, and how many solutions lie around.
#include <fmt/format.h>

#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/task/committee_problem.h"
#include "bitbasin/task/entropy_keys.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {
namespace {

template <DescribedProblem P>
struct EntropyParameters {
  typename P::Random random;
  std::string algorithm{entropy_algorithm<P>()};
  std::string distances{kDefaultDistances};
  EntropyLevelOptions level;
  EntropyOptions entropy{.tolerance = P::kEntropyTolerance};
  std::uint64_t budget = 0;
  DeviceOptions device;
  std::uint64_t seed = 1;
  std::string shortest;  // spec of the algorithm, once the parameters are complete; not a parameter itself
};

// Whether the planted solution is used instead of a solver's.
template <DescribedProblem P>
bool asks_for_planted(const EntropyParameters<P>& parameters) {
  if constexpr (requires { P::kPlanted; }) return parameters.algorithm == P::kPlanted;
  return false;
}

// Whether clusters are counted, for which no configuration is needed.
template <DescribedProblem P>
bool asks_for_surveys(const EntropyParameters<P>& parameters) {
  return parameters.level.level == EntropyLevel::surveys;
}

// What such a task has as its algorithm.
constexpr std::string_view kSurveys = "surveys";

template <DescribedProblem P>
std::string solver_meaning() {
  std::string text = "solver that finds the configuration in the middle";
  if constexpr (requires { P::kPlanted; }) text += fmt::format(", or {}", P::kPlanted);
  return text;
}

template <DescribedProblem P>
const OptionTable<EntropyParameters<P>>& entropy_parameters() {
  using Whole = EntropyParameters<P>;
  static const OptionTable<Whole> table([] {
    std::vector<Option<Whole>> all;
    append_options(all, P::random_options(), &Whole::random);
    all.push_back(text_option("algorithm", &Whole::algorithm, "spec string", solver_meaning<P>()));
    all.push_back(text_option("distances", &Whole::distances,
                              "values separated by commas, or FIRST:LAST:COUNT",
                              "distances from that configuration", "d"));
    if constexpr (requires { P::level_options(); }) append_options(all, P::level_options(), &Whole::level);
    append_options(all, entropy_options(), &Whole::entropy);
    all.push_back(option("budget", &Whole::budget, {},
                         "stop after this many units of work of solver and messages; 0: no limit"));
    if constexpr (runs_on_gpu<P>()) append_options(all, device_options(), &Whole::device);
    all.push_back(option("seed", &Whole::seed, {0, kLargestSeed}, "of instance and solver"));
    return all;
  }());
  return table;
}

std::vector<double> distances_of(const std::string& text) {
  return parse_value_list("distances", text, {0, 1});
}

template <DescribedProblem P>
void complete_entropy(EntropyParameters<P>& parameters) {
  constraints_of(parameters.random);
  distances_of(parameters.distances);
  if (asks_for_surveys(parameters)) {
    if (parameters.algorithm != entropy_algorithm<P>() && parameters.algorithm != kSurveys) {
      fail("expected no algorithm with the level surveys, got {}", parameters.algorithm);
    }
    parameters.algorithm = parameters.shortest = kSurveys;
    return;
  }
  if (asks_for_planted(parameters)) {
    if constexpr (requires { P::kPlanted; }) P::check_planted(parameters.random);
    parameters.shortest = parameters.algorithm;
    return;
  }
  const auto solver = read_solver<typename P::Instance>(parameters.algorithm);
  parameters.algorithm = solver.canonical;
  parameters.shortest = solver.shortest;
}

template <DescribedProblem P>
std::string entropy_algorithm(const EntropyParameters<P>& parameters) {
  return parameters.shortest;
}

// The central configuration, and the number of constraints that it violates.
struct Center {
  BitVector configuration;
  std::size_t violations = 0;
};

template <DescribedProblem P>
Center find_center(const typename P::Instance& instance, const EntropyParameters<P>& parameters,
                   const SolveSetup& setup, RunControl& control) {
  if constexpr (requires { P::kPlanted; }) {
    if (asks_for_planted(parameters)) {
      const BitVector& planted = *P::planted(instance);
      return {planted, count_violations(instance, planted)};
    }
  }
  const auto solver = read_solver<typename P::Instance>(parameters.algorithm);
  VerifiedResult result = solve_and_check(instance, solver, setup, control);
  return {std::move(result.found.configuration), result.violations};
}

template <DescribedProblem P>
Json run_surveys(const typename P::Instance& instance, const EntropyParameters<P>& parameters,
                 RunControl& control) {
  check_has_entropy(instance);
  Json keys = Json::object();
  P::describe(instance, keys);
  describe_surveys(measure_surveys(instance, parameters.entropy, {parameters.seed, 1}, control), keys);
  keys["work"] = control.spent();
  return keys;
}

template <DescribedProblem P>
Json run_entropy(const EntropyParameters<P>& parameters, RunControl& control) {
  const auto instance = generate(parameters.random, parameters.seed, 1);
  if constexpr (requires { P::level_options(); }) {
    if (asks_for_surveys(parameters)) return run_surveys<P>(instance, parameters, control);
  }
  const SolveSetup setup = solve_setup<P>(parameters.seed, 1, parameters.device);
  const Center center = find_center<P>(instance, parameters, setup, control);
  Json keys = Json::object();
  P::describe(instance, keys);
  keys["solution"] = parameters.algorithm;
  keys[P::kViolations] = center.violations;
  keys["solved"] = center.violations == 0;
  describe_entropy(measure_entropy(instance, center.configuration, distances_of(parameters.distances),
                                   parameters.entropy, setup, control),
                   keys);
  keys["work"] = control.spent();
  return keys;
}

template <DescribedProblem P>
TaskKind entropy_kind(std::string_view name) {
  // One more than the problem's, since the overlap was added to the entropy.
  return make_kind(name, "local entropy around what a solver finds", revision_of<P>() + 1,
                   entropy_parameters<P>(), complete_entropy<P>, entropy_algorithm<P>, run_entropy<P>,
                   added_later<P>());
}

}  // namespace

TaskKind entropy_perceptron_kind() {
  return entropy_kind<PerceptronProblem>("entropy perceptron");
}

TaskKind entropy_committee_kind() {
  return entropy_kind<CommitteeProblem>("entropy committee");
}

TaskKind entropy_ksat_kind() {
  return entropy_kind<KsatProblem>("entropy ksat");
}

}  // namespace bitbasin
