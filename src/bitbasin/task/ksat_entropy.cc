// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/ksat_entropy.h"

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/sat/messages/estimator.h"
#include "bitbasin/sat/prepare.h"

namespace bitbasin {

void check_has_entropy(const Formula& formula) {
  if (formula.variables == 0) fail("expected at least one variable but there is none");
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    if (formula.clause(a).empty()) fail("expected a formula with solutions but it has an empty clause");
  }
}

MeasuredEntropy ksat_entropy(const Formula& formula, const BitVector& assignment,
                             std::span<const double> distances, const EntropyFlags& flags,
                             const SatSetup& setup, RunControl& control) {
  const PreparedFormula prepared = prepare(formula);
  SatEstimator estimator(prepared.formula, {flags.tolerance, flags.max_sweeps});
  Stream stream(setup.seed, purpose("entropy.ksat"));
  MeasuredEntropy measured;
  measured.points = local_entropy(estimator, assignment, distances, stream, control);
  measured.bethe = bethe_entropy(estimator, stream, control);
  return measured;
}

}  // namespace bitbasin
