// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/sweep/scheduler.h"
#include "bitbasin/sweep/transport.h"

namespace bitbasin {

struct SweepSetup {
  int threads = 1;  // of this rank
  bool retry_failed = false;
  const Transport* ranks = nullptr;  // of which this is number 0; null: none
  std::function<void(const Scheduler&)> on_progress = {};
  bool always_recorded = false;  // a record of this run is stored also where nothing is left to compute
};

struct SweepEnd {
  std::uint64_t tasks = 0;  // asked for: done + failed + remaining
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t remaining = 0;
  std::uint64_t known_before = 0;  // of done and failed, those that were in the store
  std::vector<CellState> cells;
};

// Runs what the store does not have and stores it, on the threads of this process and on other ranks. Results
// are the same for any number of either. Stops when `control` does: then what is finished is stored and the
// rest remains. A unit of work is a turn of its loop. Fails when another rank does, or is silent for too
// long; what it had heard of by then is stored.
SweepEnd run_sweep(const SweepPlan& plan, Store& store, const SweepSetup& setup, RunControl& control);

}  // namespace bitbasin
