// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/ksat_problem.h"

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

}  // namespace bitbasin
