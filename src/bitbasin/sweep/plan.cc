// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/plan.h"

#include <fmt/format.h>

#include <utility>

namespace bitbasin {
namespace {

// As to_text writes options.
std::string text_of(const Json& value) {
  if (value.is_number_float()) return fmt::format("{}", value.get<double>());
  return value.is_string() ? value.get<std::string>() : value.dump();
}

}  // namespace

std::uint64_t Cell::first_seed() const {
  return static_cast<std::uint64_t>(task.seed().value_or(0));
}

std::string label_of(const Task& task) {
  std::string label(task.kind->name);
  if (!task.algorithm.empty()) label += " " + task.algorithm;
  for (const OptionRow& row : task.kind->parameters) {
    const Json* given = task.parameters.find(row.name);
    if (row.name == "seed" || row.name == "algorithm" || !given) continue;
    const std::string value = text_of(*given);
    const bool axis = row.name == "n" || row.name == "alpha" || row.name == "distance";
    if ((axis && value != kAutoText) || value != row.default_text) label += " " + row.name + "=" + value;
  }
  return label;
}

Cell make_cell(Task task, std::uint64_t instances) {
  std::string label = label_of(task);
  return {std::move(task), std::move(label), {instances, instances, {}}};
}

Task task_of(const Cell& cell, std::uint64_t instance) {
  if (instance == 0 || !cell.task.error.empty()) return cell.task;
  return with_seed(cell.task, cell.first_seed() + instance);
}

Task task_at(const SweepPlan& plan, const TaskRef& ref) {
  return task_of(plan.cells[ref.cell], ref.instance);
}

void set_cell_columns(const Cell& cell, ResultRow& row) {
  row.cell = cell.label;
  row.kind = cell.task.kind->name;
  row.algorithm = cell.task.algorithm;
  row.n = cell.task.n();
  if (!row.alpha) row.alpha = cell.task.alpha();
}

FinishedTask run_task_at(const SweepPlan& plan, const TaskRef& ref, const RunLimits& limits) {
  const Task task = task_at(plan, ref);
  const TaskOutcome outcome = run_task(task, limits);
  FinishedTask finished{ref, outcome.status == TaskOutcome::Status::stopped, {}};
  if (finished.stopped) return finished;
  ResultRow& row = finished.row;
  row.identity = identity(task);
  row.alpha = task.alpha();
  if (!row.alpha && outcome.keys.contains("alpha")) row.alpha = outcome.keys["alpha"].get<double>();
  set_cell_columns(plan.cells[ref.cell], row);
  row.seed = task.seed();
  row.failed = outcome.status == TaskOutcome::Status::failed;
  row.solved = outcome.solved();
  row.work = outcome.work;
  row.seconds = outcome.seconds;
  row.error = outcome.error;
  row.parameters = task.parameters.dump();
  if (!row.failed) row.result = outcome.keys.dump();
  return finished;
}

}  // namespace bitbasin
