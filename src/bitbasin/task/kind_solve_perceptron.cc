// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/task/perceptron_flags.h"
#include "bitbasin/task/solve_perceptron.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {
namespace {

struct SolvePerceptronTask {
  PerceptronFlags instance;
  std::string algorithm = "rbp";
  std::uint64_t budget = 0;
  std::uint64_t seed = 1;
};

const OptionTable<SolvePerceptronTask>& options() {
  static const OptionTable<SolvePerceptronTask> table([] {
    std::vector<Option<SolvePerceptronTask>> all;
    append_options(all, perceptron_flag_table(), &SolvePerceptronTask::instance);
    all.push_back(text_option("algorithm", &SolvePerceptronTask::algorithm, "spec string", "solver"));
    all.push_back(option("budget", &SolvePerceptronTask::budget, {},
                         "pattern presentations after which to stop, 0 for no limit"));
    all.push_back(option("seed", &SolvePerceptronTask::seed, {0, kLargestSeed}, "of instance and solver"));
    return all;
  }());
  return table;
}

const PerceptronAlgorithm& algorithm_of(const SolvePerceptronTask& task) {
  return perceptron_algorithm(parse_spec(task.algorithm).name);
}

void complete(SolvePerceptronTask& task) {
  patterns_of(task.instance);
  task.algorithm = canonical_spec(algorithm_of(task), task.algorithm);
}

std::string algorithm(const SolvePerceptronTask& task) {
  return shortest_spec(algorithm_of(task), task.algorithm);
}

Json run(const SolvePerceptronTask& task, RunControl& control) {
  const PerceptronInstance instance = generate_instance(task.instance, task.seed, 1);
  return solve_perceptron(instance, parse_spec(task.algorithm), {task.seed, 1}, control).keys;
}

}  // namespace

TaskKind solve_perceptron_kind() {
  return make_kind("solve perceptron", "find weights that classify every pattern", 1, options(), complete,
                   algorithm, run);
}

}  // namespace bitbasin
