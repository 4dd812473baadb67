// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/sweep/scheduler.h"

namespace bitbasin {

// How long a task of a cell takes, and how we know.
struct CellEstimate {
  enum class Source { stored, measured, at_least, unknown };  // at_least: a trial was given up
  double seconds = 0;
  Source source = Source::unknown;
};

// Asks the store for tasks of the same kind and algorithm at the nearest size. If there is none within a
// factor of two, runs the first task of the cell for `trial_seconds` at most and drops its result, once per
// kind, algorithm and n. Skips cells that are complete. `store` may be null.
std::vector<CellEstimate> estimate_cells(const SweepPlan& plan, const std::vector<CellState>& states,
                                         Store* store, const RunLimits& limits, double trial_seconds = 1);

}  // namespace bitbasin
