// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/task.h"

#include <algorithm>
#include <exception>

#include "bitbasin/base/error.h"
#include "bitbasin/base/explain.h"
#include "bitbasin/data/sha256.h"

namespace bitbasin {
namespace {

template <class T>
std::optional<T> number_at(const Json& parameters, const char* name) {
  const Json* found = parameters.find(name);
  if (!found || !found->is_number()) return {};
  return found->get<T>();
}

Json as_given(const Parameters& given) {
  Json parameters = Json::object();
  for (const auto& [name, value] : given) parameters[name] = value;
  return parameters;
}

}  // namespace

bool TaskKind::has(std::string_view parameter) const {
  return std::ranges::find(parameters, parameter, &OptionRow::name) != parameters.end();
}

std::optional<std::int64_t> Task::seed() const {
  return number_at<std::int64_t>(parameters, "seed");
}
std::optional<std::int64_t> Task::n() const {
  return number_at<std::int64_t>(parameters, "n");
}
std::optional<double> Task::alpha() const {
  return number_at<double>(parameters, "alpha");
}

Task make_task(const TaskKind& kind, const Parameters& given) {
  Task task{&kind, {}, {}, {}};
  try {
    CanonicalParameters canonical = kind.canonical(given);
    task.parameters = std::move(canonical.parameters);
    task.algorithm = std::move(canonical.algorithm);
  } catch (const Error& error) {
    task.parameters = as_given(given);
    task.algorithm = task.parameters.value("algorithm", std::string());
    task.error = error.what();
  }
  return task;
}

Task with_seed(const Task& task, std::uint64_t seed) {
  Task other = task;
  other.parameters["seed"] = seed;
  return other;
}

std::string identity(const Task& task) {
  return hex(sha256(fmt::format("bitbasin task 1\n{} {}\n{}", task.kind->name, task.kind->revision,
                                task.parameters.dump())));
}

std::optional<bool> TaskOutcome::solved() const {
  const Json* found = keys.find("solved");
  if (status != Status::done || !found) return {};
  return found->get<bool>();
}

TaskOutcome run_task(const Task& task, const RunLimits& limits) {
  TaskOutcome outcome;
  RunLimits own = limits;
  own.work = task.error.empty() ? task.parameters.value("budget", std::uint64_t{0}) : 0;
  RunControl control(own);
  outcome.status = TaskOutcome::Status::failed;
  try {
    if (!task.error.empty()) throw Error(task.error);
    outcome.keys = task.kind->run(task.parameters, control);
    outcome.status = TaskOutcome::Status::done;
  } catch (const std::exception& error) {
    outcome.error = explain(error);
  }
  const StopReason reason = control.stop_reason();
  if (reason == StopReason::time_limit || reason == StopReason::cancelled) {
    outcome = {};
  }
  outcome.work = control.spent();
  outcome.seconds = control.seconds();
  return outcome;
}

}  // namespace bitbasin
