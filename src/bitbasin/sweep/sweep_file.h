// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// Reads a sweep file, TOML:
//
//   seed = 1
//   [[sweep]]
//   kind = "solve perceptron"
//   n = [501, 1001]                  # one value, a list, or "FIRST:LAST:COUNT" for numbers
//   alpha = "0.60:0.76:9"
//   algorithm = ["rbp", "sbpi"]
//   instances = 100                  # or: interval = 0.1, min_instances = 20, max_instances = 1000
//
// Each [[sweep]] gives a cell for every combination of its values. Stop rules and the seed may also be at the
// top, for all. Mistakes are errors "NAME:LINE:COLUMN: expected ..."; but a value that a task does not accept
// makes a task that fails when it is run, so that the others still run.
SweepPlan parse_sweep(const std::string& name, const std::string& text);
SweepPlan read_sweep(const std::string& path);

}  // namespace bitbasin
