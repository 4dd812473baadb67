// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/ranks/transport.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"
#include "bitbasin/sweep/scheduler.h"

namespace bitbasin {

struct SweepSetup {
  int threads = 1;  // of this rank
  bool retry_failed = false;
  const Transport* ranks = nullptr;  // this is rank 0 of them; null: no other ranks
  std::function<void(const Scheduler&)> on_progress = {};
  bool always_recorded = false;  // record this run even if nothing is left to compute
};

struct SweepEnd {
  std::uint64_t tasks = 0;  // requested: done + failed + remaining
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t remaining = 0;
  std::uint64_t known_before = 0;  // of done and failed, those that were in the store
  std::vector<CellState> cells;
};

// Runs what the store does not have and stores it, on the threads of this process and on other ranks. Results
// are the same for any number of either. When `control` stops it, finished results are stored and the rest
// remains. A unit of work is a turn of its loop. Fails if another rank fails or is silent for too long;
// results received by then are stored.
SweepEnd run_sweep(const SweepPlan& plan, Store& store, const SweepSetup& setup, RunControl& control);

}  // namespace bitbasin
