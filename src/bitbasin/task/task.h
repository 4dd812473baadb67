// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/json/json.h"

namespace bitbasin {

// Names and values as a user wrote them.
using Parameters = std::vector<std::pair<std::string, std::string>>;

// Parameters in the one form that they are compared and stored in.
struct CanonicalParameters {
  Json parameters;
  std::string algorithm;  // its shortest spec, "" if there is none
};

// A kind of task: what it is called in sweep files and which parameters it has.
struct TaskKind {
  std::string_view name;  // that of the command with the same keys: "solve perceptron"
  std::string_view meaning;
  int revision;  // is raised when the same parameters begin to give another result
  std::vector<OptionRow> parameters;
  // Every parameter, with defaults filled in and options of algorithms named. Fails on wrong names and
  // values.
  std::function<CanonicalParameters(const Parameters&)> canonical;
  // The keys of the answer. They depend on the parameters alone, unless `control` stops for a reason other
  // than its budget.
  std::function<Json(const Json& canonical, RunControl& control)> run;

  bool has(std::string_view parameter) const;
  bool has_seed() const { return has("seed"); }
};

std::span<const TaskKind> task_kinds();

// Fails with a sentence that lists the known ones.
const TaskKind& task_kind(std::string_view name);

// Something to run whose result is a function of its parameters alone.
struct Task {
  const TaskKind* kind = nullptr;
  Json parameters;        // canonical, or as given if they are wrong
  std::string algorithm;  // the shortest spec; may be empty
  std::string error;      // what is wrong with the parameters; such a task fails when it is run

  std::optional<std::int64_t> seed() const;
  std::optional<std::int64_t> n() const;
  std::optional<double> alpha() const;
};

// Never fails on wrong values: they become the task's error.
Task make_task(const TaskKind& kind, const Parameters& given);

// The same task with another seed, which its kind must have.
Task with_seed(const Task& task, std::uint64_t seed);

// SHA-256 of everything that defines the result: kind, revision and parameters.
std::string identity(const Task& task);

struct TaskOutcome {
  enum class Status { done, failed, stopped };
  Status status = Status::stopped;  // stopped: by the clock or a signal; there is no result
  Json keys = Json::object();       // of a done task; none of them is a time
  std::string error;                // of a failed one
  std::uint64_t work = 0;
  double seconds = 0;

  std::optional<bool> solved() const;
};

// Runs a task within these limits, except for `work`, which the task sets itself. Any failure, even a lack of
// memory, is reported in the outcome.
TaskOutcome run_task(const Task& task, const RunLimits& limits);

}  // namespace bitbasin
