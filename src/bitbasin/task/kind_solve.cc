// SPDX-License-Identifier: Apache-2.0
// The kinds `solve X`: a random instance, a solver, and its result.
#include "bitbasin/task/committee_problem.h"
#include "bitbasin/task/damage_keys.h"
#include "bitbasin/task/ksat_problem.h"
#include "bitbasin/task/perceptron_problem.h"
#include "bitbasin/task/task_kind.h"
#include "bitbasin/task/work_budget.h"

namespace bitbasin {
namespace {

template <DescribedProblem P>
struct SolveParameters {
  typename P::Random random;
  std::string algorithm{task_algorithm<P>()};
  WorkBudget limits;
  DeviceOptions device;
  DamageOptions damage;
  std::uint64_t seed = 1;
  std::string shortest;  // spec of the algorithm, once the parameters are complete; not a parameter itself
};

template <DescribedProblem P>
const OptionTable<SolveParameters<P>>& solve_parameters() {
  using Whole = SolveParameters<P>;
  static const OptionTable<Whole> table([] {
    std::vector<Option<Whole>> all;
    append_options(all, P::random_options(), &Whole::random);
    all.push_back(text_option("algorithm", &Whole::algorithm, "spec string", "solver"));
    append_options(all, work_budget_options<P>(), &Whole::limits);
    if constexpr (runs_on_gpu<P>()) append_options(all, device_options(), &Whole::device);
    if constexpr (can_be_damaged<P>()) append_options(all, damage_options(), &Whole::damage);
    all.push_back(option("seed", &Whole::seed, {0, kLargestSeed}, "of instance and solver"));
    return all;
  }());
  return table;
}

template <DescribedProblem P>
void complete_solve(SolveParameters<P>& parameters) {
  constraints_of(parameters.random);
  check(parameters.damage);
  const auto solver = read_solver<typename P::Instance>(parameters.algorithm);
  parameters.algorithm = solver.canonical;
  parameters.shortest = solver.shortest;
}

template <DescribedProblem P>
std::string solve_algorithm(const SolveParameters<P>& parameters) {
  return parameters.shortest;
}

template <DescribedProblem P>
Json run_solve(const SolveParameters<P>& parameters, RunControl& control) {
  const auto solver = read_solver<typename P::Instance>(parameters.algorithm);
  const auto instance = generate(parameters.random, parameters.seed, 1);
  const VerifiedResult result =
      solve_and_check(instance, solver, solve_setup<P>(parameters.seed, 1, parameters.device), control);
  Json keys = solve_keys<P>(instance, solver, result, control.spent());
  if (find_algorithm<typename P::Instance>(solver.name).can.prove) describe_result<P>(result, keys);
  if constexpr (can_be_damaged<P>())
    describe_damage(instance, result.found.configuration, parameters.damage, parameters.seed, 1, keys);
  return keys;
}

template <DescribedProblem P>
TaskKind solve_kind(std::string_view name) {
  return make_kind(name, P::kGoal, revision_of<P>(), solve_parameters<P>(), complete_solve<P>,
                   solve_algorithm<P>, run_solve<P>, added_later<P>());
}

}  // namespace

TaskKind solve_perceptron_kind() {
  return solve_kind<PerceptronProblem>("solve perceptron");
}

TaskKind solve_committee_kind() {
  return solve_kind<CommitteeProblem>("solve committee");
}

TaskKind solve_ksat_kind() {
  return solve_kind<KsatProblem>("solve ksat");
}

}  // namespace bitbasin
