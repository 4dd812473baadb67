// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/ksat_problem.h"

#include "bitbasin/sat/whitening.h"

namespace bitbasin {

void KsatProblem::describe_size(const Instance& formula, Json& keys) {
  keys["n"] = formula.variables;
  keys["alpha"] = formula.alpha();
  keys["clauses"] = formula.clauses();
}

void KsatProblem::describe(const Instance& formula, Json& keys) {
  describe_size(formula, keys);
  keys["k"] = longest_clause(formula);
}

void KsatProblem::describe_configuration(const Instance& formula, const BitVector& assignment, Json& keys) {
  if (count_violations(formula, assignment) > 0) {
    keys["frozen"] = nullptr;
  } else {
    keys["frozen"] = frozen_fraction(formula, assignment);
  }
}

}  // namespace bitbasin
