// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/task/ksat_flags.h"
#include "bitbasin/task/solve_ksat.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {
namespace {

struct SolveKsatTask {
  KsatFlags formula;
  std::string algorithm = "edmc";
  std::uint64_t budget = 0;
  std::uint64_t seed = 1;
};

const OptionTable<SolveKsatTask>& options() {
  static const OptionTable<SolveKsatTask> table([] {
    std::vector<Option<SolveKsatTask>> all;
    append_options(all, ksat_flag_table(), &SolveKsatTask::formula);
    all.push_back(text_option("algorithm", &SolveKsatTask::algorithm, "spec string", "solver"));
    all.push_back(
        option("budget", &SolveKsatTask::budget, {},
               "messages, proposals or flips after which to stop, 0 for the limits of the algorithm alone"));
    all.push_back(option("seed", &SolveKsatTask::seed, {0, kLargestSeed}, "of formula and solver"));
    return all;
  }());
  return table;
}

const SatAlgorithm& algorithm_of(const SolveKsatTask& task) {
  return sat_algorithm(parse_spec(task.algorithm).name);
}

void complete(SolveKsatTask& task) {
  clauses_of(task.formula);
  task.algorithm = canonical_spec(algorithm_of(task), task.algorithm);
}

std::string algorithm(const SolveKsatTask& task) {
  return shortest_spec(algorithm_of(task), task.algorithm);
}

Json run(const SolveKsatTask& task, RunControl& control) {
  const Formula formula = generate_formula(task.formula, task.seed, 1);
  return solve_ksat(formula, parse_spec(task.algorithm), {task.seed}, control).keys;
}

}  // namespace

TaskKind solve_ksat_kind() {
  return make_kind("solve ksat", "find an assignment that satisfies every clause", 1, options(), complete,
                   algorithm, run);
}

}  // namespace bitbasin
