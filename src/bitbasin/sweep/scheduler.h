// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bitbasin/rng/philox.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// What is known about a cell.
struct CellState {
  std::uint64_t opened = 0;   // instances requested so far
  std::uint64_t waiting = 0;  // of those, the ones without a result
  std::uint64_t done = 0;
  std::uint64_t failed = 0;
  std::uint64_t tried = 0;  // done, and there was something to solve
  std::uint64_t solved = 0;
};

// Decides what runs next. The final set of tasks depends only on their results, not on the order in which
// these arrive: a cell grows by whole batches, each begun when the previous one is complete. No threads, no
// clock, no store: `known` answers what the store has.
class Scheduler {
 public:
  using Known = std::function<std::optional<KnownResult>(const std::string& identity)>;

  // The plan must outlive this object. Failed tasks are not repeated unless `retry` says so.
  Scheduler(const SweepPlan& plan, Known known, bool retry_failed = false);

  // The next task to run; nothing if all have been handed out or wait for a batch to complete.
  std::optional<TaskRef> next();
  // The result of a task that was handed out, once.
  void complete(const TaskRef& ref, bool failed, std::optional<bool> solved);

  // Checks again which waiting tasks are known by now, because another process uses the same store, and from
  // now on hands out the rest in an order of its own. `seed` should differ between processes.
  void share(std::uint64_t seed);

  bool finished() const { return waiting_ == 0; }
  std::uint64_t pending() const { return pending_.size() - taken_; }  // not handed out
  std::uint64_t waiting() const { return waiting_; }                  // without a result
  std::uint64_t tasks() const { return tasks_; }                      // requested so far
  std::uint64_t done() const { return done_; }
  std::uint64_t failed() const { return failed_; }
  std::uint64_t known_before() const { return known_before_; }  // results that were already in the store
  const std::vector<CellState>& cells() const { return cells_; }

 private:
  void open_batches(std::uint32_t cell);
  bool wants_more(std::uint32_t cell) const;
  bool is_known(const TaskRef& ref);
  void count(std::uint32_t cell, bool failed, std::optional<bool> solved);

  const SweepPlan& plan_;
  Known known_;
  bool retry_failed_;
  std::vector<CellState> cells_;
  std::vector<TaskRef> pending_;  // those before taken_ are handed out
  std::size_t taken_ = 0;
  std::optional<Stream> shuffle_;
  std::uint64_t waiting_ = 0, tasks_ = 0, done_ = 0, failed_ = 0, known_before_ = 0;
};

}  // namespace bitbasin
