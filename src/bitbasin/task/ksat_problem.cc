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

SatSolution::Status KsatProblem::status(const VerifiedResult& result) {
  if (result.solved()) return SatSolution::Status::satisfiable;
  return result.found.refuted ? SatSolution::Status::unsatisfiable : SatSolution::Status::unknown;
}

void KsatProblem::describe_result(const VerifiedResult& result, Json& keys) {
  constexpr std::string_view kNames[] = {"satisfiable", "unsatisfiable", "unknown"};
  keys["status"] = kNames[static_cast<std::size_t>(status(result))];
}

}  // namespace bitbasin
