// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/checker.h"

#include "bitbasin/base/counted.h"
#include "bitbasin/base/error.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

static_assert(CheckedProblem<Formula>);

std::size_t count_violations(const Formula& formula, const BitVector& assignment) {
  if (assignment.size() != formula.variables) {
    fail("expected values for {}, got {}", counted(formula.variables, "variable"), assignment.size());
  }
  std::size_t unsatisfied = 0;
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    bool satisfied = false;
    for (const Literal literal : formula.clause(a)) {
      const bool value = assignment[literal / 2];
      const bool negated = literal % 2 == 1;
      if (value != negated) satisfied = true;
    }
    if (!satisfied) ++unsatisfied;
  }
  return unsatisfied;
}

}  // namespace bitbasin
