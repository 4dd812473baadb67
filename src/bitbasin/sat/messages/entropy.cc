// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/entropy.h"

#include "bitbasin/base/error.h"
#include "bitbasin/sat/messages/estimator.h"
#include "bitbasin/sat/prepare.h"

namespace bitbasin {

void check_has_entropy(const Formula& formula) {
  if (formula.variables == 0) fail("expected at least one variable, got none");
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    if (formula.clause(a).empty()) fail("the formula has an empty clause, and so no solution");
  }
}

MeasuredEntropy measure_entropy(const Formula& formula, const BitVector& assignment,
                                std::span<const double> distances, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  SatEstimator estimator(prepared.formula(), {options.tolerance, options.max_sweeps});
  return measure_entropy(estimator, assignment, distances, Stream(setup.seed, purpose("entropy.ksat")),
                         control);
}

}  // namespace bitbasin
