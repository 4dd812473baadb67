// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/results.h"

#include <fmt/format.h>

#include "bitbasin/base/counted.h"

namespace bitbasin {

std::optional<double> number_in(const Json& object, std::string_view key) {
  const Json* found = object.find(key);
  if (!found || !found->is_number()) return {};
  return found->get<double>();
}

std::optional<double> DoneTask::number(std::string_view key) const {
  return number_in(result, key);
}

std::string DoneTask::parameter(std::string_view key) const {
  const Json* found = parameters.find(key);
  if (!found) return "";
  return found->is_string() ? found->get<std::string>() : found->dump();
}

bool DoneTask::solved() const {
  const Json* found = result.find("solved");
  return found && found->is_boolean() && found->get<bool>();
}

bool DoneTask::runs_algorithm(std::string_view name) const {
  return algorithm.starts_with(name) && (algorithm.size() == name.size() || algorithm[name.size()] == ':');
}

Results::Results(Store& store) {
  std::unordered_map<std::int64_t, std::string> origins;
  store.each_run([&](std::int64_t number, const RunRecord& run) {
    const bool reproduced = run.file.starts_with("reproduce ");
    origins[number] = reproduced ? fmt::format("bitbasin {} --seed {}", run.file, run.seed)
                                 : fmt::format("bitbasin sweep {} --store {}", run.file, store.path());
  });
  store.each_result([&](const ResultRow& row, std::int64_t number) {
    runs_.insert(number);
    if (row.failed) {
      failures_[row.identity] = row.error;
      return;
    }
    DoneTask done{row.kind,
                  row.algorithm,
                  row.n,
                  row.alpha,
                  row.seconds,
                  origins[number],
                  Json::parse(row.parameters).value_or(nullptr),
                  Json::parse(row.result).value_or(nullptr)};
    if (!done.parameters.is_object() || !done.result.is_object()) {
      ++unreadable_;
      return;
    }
    done_[row.identity] = tasks_.size();
    tasks_.push_back(std::move(done));
  });
}

std::vector<const DoneTask*> Results::of(const Cell& cell) const {
  std::vector<const DoneTask*> found;
  for (std::uint64_t i = 0; i < cell.rule.first; ++i) {
    const std::string id = identity(task_of(cell, i));
    if (const auto failed = failures_.find(id); failed != failures_.end()) throw NotThere(failed->second);
    if (const auto done = done_.find(id); done != done_.end()) found.push_back(&tasks_[done->second]);
  }
  if (found.size() < cell.rule.first) {
    throw NotThere(
        fmt::format("only {} of {} done: {}", found.size(), counted(cell.rule.first, "run"), cell.label));
  }
  return found;
}

Success Results::success(const Cell& cell) const {
  Success success;
  for (const DoneTask* done : of(cell)) {
    ++success.tried;
    success.solved += done->solved() ? 1 : 0;
  }
  return success;
}

const DoneTask& Results::only(const Cell& cell) const {
  return *of(cell).front();
}

}  // namespace bitbasin
