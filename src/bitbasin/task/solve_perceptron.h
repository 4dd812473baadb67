// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/data/json.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/solver.h"

namespace bitbasin {

// What `solve perceptron` and a task of a sweep have in common: the solver's answer, counted again by the
// slow checker, and the keys that say so.
struct PerceptronAnswer {
  SolveResult found;
  std::size_t errors = 0;  // by the checker
  double seconds = 0;      // of the solver alone
  Json keys = Json::object();
};
PerceptronAnswer solve_perceptron(const PerceptronInstance& instance, const Spec& spec,
                                  const SolveSetup& setup, RunControl& control);

// The overlap with the teacher and the generalisation error, if there is a teacher.
void describe_generalization(const PerceptronInstance& instance, const BitVector& weights, Json& keys);

}  // namespace bitbasin
