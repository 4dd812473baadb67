// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/perceptron_problem.h"

#include "bitbasin/base/error.h"
#include "bitbasin/math/generalization_error.h"

namespace bitbasin {

void PerceptronProblem::describe(const Instance& instance, Json& keys) {
  keys["n"] = instance.n();
  keys["alpha"] = instance.alpha();
  keys["patterns"] = instance.patterns();
  keys["constraint"] = to_string(instance.constraint.kind);
  keys["kappa"] = instance.constraint.kappa;
  keys["kappa_eff"] = kappa_eff(instance.constraint, instance.n());
}

void PerceptronProblem::describe_configuration(const Instance& instance, const BitVector& weights,
                                               Json& keys) {
  if (!instance.teacher) return;
  const double r = overlap(*instance.teacher, weights);
  keys["teacher_overlap"] = r;
  keys["generalization_error"] = generalization_error(r);
}

void PerceptronProblem::check_planted(const Random& random) {
  if (random.task == LabelSource::teacher) return;
  fail("the algorithm teacher needs the task teacher, got classify");
}

}  // namespace bitbasin
