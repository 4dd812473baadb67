// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "bitbasin/store/row.h"
#include "bitbasin/task/task.h"

namespace bitbasin {

// When a cell has enough instances: after `first` of them or, with an interval, once the 95 percent interval
// of the solved fraction is no wider than that, which is checked after every `first` instances.
struct StopRule {
  std::uint64_t first = 1;
  std::uint64_t most = 1;
  std::optional<double> interval;
  bool operator==(const StopRule&) const = default;
};

// Tasks that differ only in their seeds, which count up from that of `task`.
struct Cell {
  Task task;
  std::string label;  // kind, algorithm, sizes, and every parameter that is not its default
  StopRule rule;

  std::uint64_t first_seed() const;
};

struct SweepPlan {
  std::string file;  // its name and its text
  std::string text;
  std::uint64_t seed = 1;
  std::vector<Cell> cells;
};

std::string label_of(const Task& task);

// The given number of instances of a task, with its label.
Cell make_cell(Task task, std::uint64_t instances);

// The task of a cell whose seed is `instance` above the cell's first.
Task task_of(const Cell& cell, std::uint64_t instance);

// A task of a plan.
struct TaskRef {
  std::uint32_t cell = 0;
  std::uint64_t instance = 0;  // its seed is this much above the cell's first
  bool operator==(const TaskRef&) const = default;
};
Task task_at(const SweepPlan& plan, const TaskRef& ref);

// A task that has ended, as the store keeps it.
struct FinishedTask {
  TaskRef ref;
  bool stopped = false;  // by the clock or a signal: there is no row
  ResultRow row;
};
FinishedTask run_task_at(const SweepPlan& plan, const TaskRef& ref, const RunLimits& limits);

// The columns of a row that follow from its cell.
void set_cell_columns(const Cell& cell, ResultRow& row);

}  // namespace bitbasin
