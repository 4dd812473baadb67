// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/sat/solver.h"

namespace bitbasin {

// A K-SAT solver as a spec string names it: the same in the command line, in Python and in sweep files.
struct SatAlgorithm {
  std::string_view name;
  std::string_view meaning;  // one line
  std::vector<OptionRow> options;
  // Takes any formula: it is prepared first, and clauses that are empty count as unsatisfied in the end.
  // Fails on unknown options and on values outside their range.
  std::function<SatResult(const Formula&, const Spec&, const SatSetup&, RunControl&)> solve;
  std::function<std::string(const Spec&)> canonical;  // the spec with every option named
};

std::span<const SatAlgorithm> sat_algorithms();

// Fails with a sentence that lists the known ones.
const SatAlgorithm& sat_algorithm(std::string_view name);

}  // namespace bitbasin
