// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/perceptron_solution.h"

#include "bitbasin/base/error.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin {
namespace {

LoadedSolution find(const PerceptronSolution& solution, const PerceptronInstance& instance,
                    Session& session) {
  if (!solution.file.empty()) {
    LoadedSolution loaded{read_weights(solution.file), solution.file};
    if (loaded.weights.size() != instance.n()) {
      fail("expected {} weights, one per synapse, but {} has {}", instance.n(), solution.file,
           loaded.weights.size());
    }
    return loaded;
  }
  if (solution.teacher) {
    if (!instance.teacher) fail("expected --task teacher with --teacher but the labels have no teacher");
    return {*instance.teacher, "teacher"};
  }
  const Spec spec = parse_spec(solution.algorithm);
  const PerceptronAlgorithm& algorithm = perceptron_algorithm(spec.name);
  RunControl control = session.control();
  const SolveResult found = algorithm.solve(instance, spec, {session.seed(), session.threads()}, control);
  return {found.weights, solution.algorithm, 0, control.stop_reason()};
}

}  // namespace

void add_perceptron_solution(Command& command, PerceptronSolution& solution) {
  command.add_file("--solution", solution.file, "weights to start at, text or NPY");
  command.add_switch("--teacher", solution.teacher, "start at the teacher that made the labels");
  command.add_text("--algorithm", solution.algorithm,
                   "solver that finds the weights to start at, unless they are given");
  solution.algorithm_given = [command] { return command.given("--algorithm"); };
}

LoadedSolution load_solution(const PerceptronSolution& solution, const PerceptronInstance& instance,
                             Session& session) {
  if (!solution.file.empty() + solution.teacher + solution.algorithm_given() > 1) {
    fail("expected one of --solution, --teacher and --algorithm but more are given");
  }
  LoadedSolution loaded = find(solution, instance, session);
  loaded.errors = check_weights(instance, loaded.weights);
  session.output.result["solution"] = loaded.origin;
  session.output.result["errors"] = loaded.errors;
  return loaded;
}

}  // namespace bitbasin
