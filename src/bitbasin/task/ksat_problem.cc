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

SatSolution::Status KsatProblem::status(const VerifiedResult& result) {
  if (result.solved()) return SatSolution::Status::satisfiable;
  return result.found.refuted ? SatSolution::Status::unsatisfiable : SatSolution::Status::unknown;
}

void KsatProblem::describe_result(const VerifiedResult& result, Json& keys) {
  constexpr std::string_view kNames[] = {"satisfiable", "unsatisfiable", "unknown"};
  keys["status"] = kNames[static_cast<std::size_t>(status(result))];
}

}  // namespace bitbasin
