// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// What `entropy ksat` counts: the solutions around one, or the clusters of solutions.
enum class EntropyLevel { solutions, surveys };

struct EntropyLevelOptions {
  EntropyLevel level = EntropyLevel::solutions;
};
const OptionTable<EntropyLevelOptions>& entropy_level_options();

// What survey propagation says about the clusters of solutions of one formula (surveys.h).
struct MeasuredSurveys {
  bool converged = false;
  std::uint64_t sweeps = 0;
  double complexity = 0;  // logarithm of the number of clusters with frozen variables, per variable
  double frozen = 0;      // fraction of the variables that are frozen in a cluster, on average over both
  double bias = 0;        // mean of |frozen to true - frozen to false| over the variables
};

// For a formula that has passed check_has_entropy (entropy.h). A unit of work is a survey. Complexity and
// frozen are 0 if the surveys end without a warning, as those of random formulas at low densities do.
MeasuredSurveys measure_surveys(const Formula& formula, const EntropyOptions& options,
                                const SolveSetup& setup, RunControl& control);

}  // namespace bitbasin
