// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/committee_problem.h"

#include "bitbasin/base/error.h"
#include "bitbasin/committee/generalization.h"

namespace bitbasin {

void CommitteeProblem::describe(const Instance& instance, Json& keys) {
  keys["n"] = instance.n();
  keys["units"] = instance.units();
  keys["tree"] = instance.form.tree;
  keys["alpha"] = instance.alpha();
  keys["patterns"] = instance.patterns();
}

void CommitteeProblem::describe_configuration(const Instance& instance, const BitVector& weights,
                                              Json& keys) {
  if (!instance.teacher) return;
  keys["teacher_overlap"] = overlap(instance, *instance.teacher, weights);
  keys["generalization_error"] = generalization_error(instance, *instance.teacher, weights);
}

void CommitteeProblem::check_planted(const Random& random) {
  if (random.task == LabelSource::teacher) return;
  fail("the algorithm teacher needs the task teacher, got classify");
}

}  // namespace bitbasin
