// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/estimate.h"

#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <utility>

namespace bitbasin {
namespace {

using Source = CellEstimate::Source;

struct KnownSize {
  SizeSeconds size;
  Source source;
};

// How far apart two sizes are: the logarithm of their ratio, plus a far smaller term for the difference in
// alpha.
double distance(const Task& task, const SizeSeconds& size) {
  const double n = static_cast<double>(task.n().value_or(1)), other = static_cast<double>(size.n.value_or(1));
  if (n <= 0 || other <= 0) return 0;
  const double alpha = task.alpha().value_or(0), other_alpha = size.alpha.value_or(0);
  return std::abs(std::log(n / other)) + 0.1 * std::abs(alpha - other_alpha) / (1 + std::abs(alpha));
}

std::optional<CellEstimate> nearest_known(const Task& task, const std::vector<KnownSize>& sizes) {
  const double kFactorOfTwo = std::log(2.0) + 0.1;
  std::optional<CellEstimate> best;
  double least = kFactorOfTwo;
  for (const KnownSize& known : sizes) {
    const double far = distance(task, known.size);
    if (far >= least) continue;
    least = far;
    best = {known.size.seconds, known.source};
  }
  return best;
}

}  // namespace

std::vector<CellEstimate> estimate_cells(const SweepPlan& plan, const std::vector<CellState>& states,
                                         Store* store, const RunLimits& limits, double trial_seconds) {
  RunControl control(limits);
  std::vector<CellEstimate> estimates(plan.cells.size());
  std::map<std::pair<std::string, std::string>, std::vector<KnownSize>> known;
  for (std::size_t c = 0; c < plan.cells.size(); ++c) {
    const Task& task = plan.cells[c].task;
    if (states[c].waiting == 0 || !task.error.empty()) continue;
    const std::string kind(task.kind->name);
    const auto [entry, fresh] = known.try_emplace({kind, task.algorithm});
    if (fresh && store != nullptr) {
      for (const SizeSeconds& size : store->seconds_of(kind, task.algorithm)) {
        entry->second.push_back({size, Source::stored});
      }
    }
    if (const auto found = nearest_known(task, entry->second)) {
      estimates[c] = *found;
      continue;
    }
    if (!control.spend(1)) break;
    RunLimits trial = limits;
    trial.seconds = trial_seconds;
    const TaskOutcome outcome = run_task(task, trial);
    if (outcome.status == TaskOutcome::Status::failed) continue;  // its time says nothing about the others
    const bool given_up = outcome.status == TaskOutcome::Status::stopped;
    estimates[c] = {outcome.seconds, given_up ? Source::at_least : Source::measured};
    entry->second.push_back({{task.n(), task.alpha(), outcome.seconds}, estimates[c].source});
  }
  return estimates;
}

}  // namespace bitbasin
