// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/scheduler.h"

#include <algorithm>
#include <utility>

#include "bitbasin/base/statistics.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

Scheduler::Scheduler(const SweepPlan& plan, Known known, bool retry_failed)
    : plan_(plan), known_(std::move(known)), retry_failed_(retry_failed), cells_(plan.cells.size()) {
  for (std::uint32_t c = 0; c < cells_.size(); ++c) open_batches(c);
}

// A failure would only repeat itself, so such a cell stops growing.
bool Scheduler::wants_more(std::uint32_t cell) const {
  const StopRule& rule = plan_.cells[cell].rule;
  const CellState& state = cells_[cell];
  if (state.opened == 0) return true;
  if (!rule.interval || state.opened >= rule.most || state.failed > 0) return false;
  const Interval interval = wilson_interval(state.solved, state.tried);
  return !(interval.high - interval.low <= *rule.interval);
}

void Scheduler::count(std::uint32_t cell, bool failed, std::optional<bool> solved) {
  CellState& state = cells_[cell];
  ++(failed ? state.failed : state.done);
  ++(failed ? failed_ : done_);
  if (failed || !solved) return;
  ++state.tried;
  state.solved += *solved ? 1 : 0;
}

bool Scheduler::is_known(const TaskRef& ref) {
  const auto known = known_(identity(task_at(plan_, ref)));
  if (!known || (known->failed && retry_failed_)) return false;
  count(ref.cell, known->failed, known->solved);
  ++known_before_;
  return true;
}

void Scheduler::open_batches(std::uint32_t cell) {
  const StopRule& rule = plan_.cells[cell].rule;
  CellState& state = cells_[cell];
  while (state.waiting == 0 && wants_more(cell)) {
    const std::uint64_t end = std::min(rule.most, state.opened + rule.first);
    for (; state.opened < end; ++state.opened) {
      ++tasks_;
      const TaskRef ref{cell, state.opened};
      if (is_known(ref)) continue;
      pending_.push_back(ref);
      ++state.waiting;
      ++waiting_;
    }
  }
}

std::optional<TaskRef> Scheduler::next() {
  if (taken_ == pending_.size()) {
    pending_.clear();
    taken_ = 0;
    return {};
  }
  if (shuffle_) {
    std::swap(pending_[taken_], pending_[taken_ + uniform_below(*shuffle_, pending_.size() - taken_)]);
  }
  return pending_[taken_++];
}

void Scheduler::complete(const TaskRef& ref, bool failed, std::optional<bool> solved) {
  count(ref.cell, failed, solved);
  --cells_[ref.cell].waiting;
  --waiting_;
  open_batches(ref.cell);
}

void Scheduler::share(std::uint64_t seed) {
  if (!shuffle_) shuffle_.emplace(seed, purpose("sweep.share"));
  std::vector<TaskRef> known, unknown;
  for (std::size_t i = taken_; i < pending_.size(); ++i) {
    (is_known(pending_[i]) ? known : unknown).push_back(pending_[i]);
  }
  pending_ = std::move(unknown);
  taken_ = 0;
  for (const TaskRef& ref : known) {
    --cells_[ref.cell].waiting;
    --waiting_;
  }
  for (const TaskRef& ref : known) open_batches(ref.cell);
}

}  // namespace bitbasin
