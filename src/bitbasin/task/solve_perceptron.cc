// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/solve_perceptron.h"

#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/task/perceptron_flags.h"

namespace bitbasin {

PerceptronAnswer solve_perceptron(const PerceptronInstance& instance, const Spec& spec,
                                  const SolveSetup& setup, RunControl& control) {
  const PerceptronAlgorithm& algorithm = perceptron_algorithm(spec.name);
  PerceptronAnswer answer;
  answer.keys["algorithm"] = spec.name;
  answer.keys["spec"] = algorithm.canonical(spec);
  describe_instance(instance, answer.keys);
  const double before = control.seconds();
  answer.found = algorithm.solve(instance, spec, setup, control);
  answer.seconds = control.seconds() - before;
  // Nothing is called solved before the slow checker has said so too.
  answer.errors = check_weights(instance, answer.found.weights);
  answer.keys["solved"] = answer.errors == 0;
  answer.keys["errors"] = answer.errors;
  answer.keys["verified"] = answer.errors == answer.found.errors;
  answer.keys["iterations"] = answer.found.iterations;
  answer.keys["restarts"] = answer.found.restarts;
  answer.keys["flips"] = answer.found.flips;
  answer.keys["messages"] = answer.found.messages;
  answer.keys["work"] = control.spent();
  describe_generalization(instance, answer.found.weights, answer.keys);
  return answer;
}

void describe_generalization(const PerceptronInstance& instance, const BitVector& weights, Json& keys) {
  if (!instance.teacher) return;
  const double r = overlap(*instance.teacher, weights);
  keys["teacher_overlap"] = r;
  keys["generalization_error"] = generalization_error(r);
}

}  // namespace bitbasin
