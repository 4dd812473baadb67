// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "bitbasin/base/run_control.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/data/json.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/solver.h"

namespace bitbasin {

// What `solve ksat` and a task of a sweep have in common: the solver's answer, counted again by the slow
// checker, and the keys that say so.
struct KsatAnswer {
  SatResult found;
  std::size_t unsatisfied = 0;  // by the checker
  double seconds = 0;           // of the solver alone
  Json keys = Json::object();
};
KsatAnswer solve_ksat(const Formula& formula, const Spec& spec, const SatSetup& setup, RunControl& control);

}  // namespace bitbasin
