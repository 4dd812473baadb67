// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/solve_ksat.h"

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/task/ksat_flags.h"

namespace bitbasin {

KsatAnswer solve_ksat(const Formula& formula, const Spec& spec, const SatSetup& setup, RunControl& control) {
  const SatAlgorithm& algorithm = sat_algorithm(spec.name);
  KsatAnswer answer;
  answer.keys["algorithm"] = spec.name;
  answer.keys["spec"] = algorithm.canonical(spec);
  describe_formula_with_length(formula, answer.keys);
  const double before = control.seconds();
  answer.found = algorithm.solve(formula, spec, setup, control);
  answer.seconds = control.seconds() - before;
  // Nothing is called solved before the slow checker has said so too.
  answer.unsatisfied = count_unsatisfied(formula, answer.found.assignment);
  answer.keys["solved"] = answer.unsatisfied == 0;
  answer.keys["unsatisfied"] = answer.unsatisfied;
  answer.keys["verified"] = answer.unsatisfied == answer.found.unsatisfied;
  answer.keys["iterations"] = answer.found.iterations;
  answer.keys["flips"] = answer.found.flips;
  answer.keys["messages"] = answer.found.messages;
  answer.keys["restarts"] = answer.found.restarts;
  answer.keys["work"] = control.spent();
  return answer;
}

}  // namespace bitbasin
