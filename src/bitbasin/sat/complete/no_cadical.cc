// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/complete/cadical.h"

// In place of cadical.cc where there is no CaDiCaL.

namespace bitbasin {

bool has_cadical() {
  return false;
}

SolveResult solve(const Formula& formula, const CadicalOptions& options, const SolveSetup&, RunControl&,
                  const OnConflicts&) {
  check(options);
  return {.configuration = BitVector(formula.variables), .violations = formula.clauses()};
}

}  // namespace bitbasin
