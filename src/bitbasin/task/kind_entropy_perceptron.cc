// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/error.h"
#include "bitbasin/base/value_list.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/task/perceptron_entropy.h"
#include "bitbasin/task/perceptron_flags.h"
#include "bitbasin/task/solve_perceptron.h"
#include "bitbasin/task/task_kind.h"

namespace bitbasin {
namespace {

struct EntropyPerceptronTask {
  PerceptronFlags instance;
  std::string algorithm = "rbp";
  std::string distances{kDefaultDistances};
  EntropyFlags flags{.tolerance = kPerceptronTolerance};
  std::uint64_t budget = 0;
  std::uint64_t seed = 1;
};

const OptionTable<EntropyPerceptronTask>& options() {
  static const OptionTable<EntropyPerceptronTask> table([] {
    std::vector<Option<EntropyPerceptronTask>> all;
    append_options(all, perceptron_flag_table(), &EntropyPerceptronTask::instance);
    all.push_back(text_option("algorithm", &EntropyPerceptronTask::algorithm, "spec string",
                              "solver that finds the weights in the middle, or teacher"));
    all.push_back(text_option("distances", &EntropyPerceptronTask::distances,
                              "values with commas or FIRST:LAST:COUNT", "distances from these weights", "d"));
    append_options(all, entropy_flag_table(), &EntropyPerceptronTask::flags);
    all.push_back(option("budget", &EntropyPerceptronTask::budget, {},
                         "units of work of solver and messages after which to stop, 0 for no limit"));
    all.push_back(option("seed", &EntropyPerceptronTask::seed, {0, kLargestSeed}, "of instance and solver"));
    return all;
  }());
  return table;
}

constexpr std::string_view kTeacher = "teacher";

const PerceptronAlgorithm& algorithm_of(const EntropyPerceptronTask& task) {
  return perceptron_algorithm(parse_spec(task.algorithm).name);
}

void complete(EntropyPerceptronTask& task) {
  patterns_of(task.instance);
  parse_value_list("distances", task.distances, {0, 1});
  if (task.algorithm == kTeacher) {
    if (task.instance.task != LabelSource::teacher) {
      fail("expected task to be teacher where the algorithm is teacher but it is classify");
    }
  } else {
    task.algorithm = canonical_spec(algorithm_of(task), task.algorithm);
  }
}

std::string algorithm(const EntropyPerceptronTask& task) {
  return task.algorithm == kTeacher ? task.algorithm : shortest_spec(algorithm_of(task), task.algorithm);
}

Json run(const EntropyPerceptronTask& task, RunControl& control) {
  const PerceptronInstance instance = generate_instance(task.instance, task.seed, 1);
  const SolveSetup setup{task.seed, 1};
  Json keys = Json::object();
  describe_instance(instance, keys);
  BitVector weights;
  std::size_t errors = 0;
  if (task.algorithm == kTeacher) {
    weights = *instance.teacher;
  } else {
    const PerceptronAnswer answer = solve_perceptron(instance, parse_spec(task.algorithm), setup, control);
    weights = answer.found.weights;
    errors = answer.errors;
  }
  keys["solution"] = task.algorithm;
  keys["errors"] = errors;
  keys["solved"] = errors == 0;
  const std::vector<double> distances = parse_value_list("distances", task.distances, {0, 1});
  describe_entropy(perceptron_entropy(instance, weights, distances, task.flags, setup, control), keys);
  keys["work"] = control.spent();
  return keys;
}

}  // namespace

TaskKind entropy_perceptron_kind() {
  return make_kind("entropy perceptron", "local entropy around what a solver finds", 1, options(), complete,
                   algorithm, run);
}

}  // namespace bitbasin
