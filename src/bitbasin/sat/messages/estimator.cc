// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/estimator.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace bitbasin {
namespace {

// A flip that has woken this many sweeps' worth of clauses has reached the whole formula, and whole sweeps
// are cheaper.
constexpr std::size_t kMostWoken = 2;

}  // namespace

SatEstimator::SatEstimator(const Formula& formula, const SatConvergence& convergence)
    : convergence_(convergence),
      occurrences_(formula),
      bp_(formula),
      counts_(formula, occurrences_),
      mismatches_(formula.variables),
      awake_(formula.clauses()) {}

void SatEstimator::start(const BitVector& reference, double gamma, Stream& stream) {
  counts_.assign(reference);
  let_sleep();
  gamma_ = gamma;
  for (std::size_t i = 0; i < variables(); ++i) tilt(i);
  bp_.start(stream);
  all_changed_ = true;
  find_mismatches();
}

void SatEstimator::set_gamma(double gamma) {
  gamma_ = gamma;
  for (std::size_t i = 0; i < variables(); ++i) tilt(i);
  all_changed_ = true;
}

void SatEstimator::flip(std::size_t i) {
  counts_.flip(i);
  tilt(i);
  note_mismatch(i);
  if (all_changed_) return;
  for (const std::uint32_t a : occurrences_.of_variable(static_cast<std::uint32_t>(i))) wake(a);
}

void SatEstimator::find_mismatches() {
  for (std::size_t i = 0; i < variables(); ++i) note_mismatch(i);
}

void SatEstimator::let_sleep() {
  for (; next_ < queue_.size(); ++next_) awake_[queue_[next_]] = 0;
  queue_.clear();
  next_ = 0;
}

Convergence SatEstimator::iterate(RunControl& control) {
  const std::uint64_t updates = std::max<std::uint64_t>(1, bp_.formula().literals.size());
  if (!control.spend(updates)) return {};
  let_sleep();
  if (++sweeps_ % SatBp::kRefreshEvery == 0) bp_.refresh();
  const double change = bp_.sweep();
  find_mismatches();
  return {change < convergence_.tolerance, updates};
}

Convergence SatEstimator::reconverge(RunControl& control) {
  Convergence reached;
  if (!all_changed_) {
    reached = follow_changes(control);
    if (reached.converged || control.stop_reason() != StopReason::none) return reached;
  }
  all_changed_ = true;
  for (std::int64_t t = 0; t < convergence_.max_sweeps && !reached.converged; ++t) {
    const Convergence step = iterate(control);
    reached.updates += step.updates;
    reached.converged = step.converged;
    if (control.stop_reason() != StopReason::none) return reached;
  }
  all_changed_ = !reached.converged;
  return reached;
}

Convergence SatEstimator::follow_changes(RunControl& control) {
  const Formula& formula = bp_.formula();
  const std::size_t most = kMostWoken * formula.clauses() + 1000;
  Convergence reached;
  std::uint32_t group[kClauseLanes];
  std::size_t done = 0;
  while (next_ < queue_.size()) {
    // The next clauses in the queue, while they have the same length.
    const std::size_t length = formula.clause(queue_[next_]).size();
    std::size_t count = 0;
    while (count < kClauseLanes && next_ < queue_.size() && formula.clause(queue_[next_]).size() == length) {
      group[count] = queue_[next_++];
      awake_[group[count++]] = 0;
    }
    if (!control.spend(count * length)) {
      let_sleep();
      all_changed_ = true;
      return reached;
    }
    reached.updates += count * length;
    done += count;
    bp_.update({group, count}, [&](std::uint32_t clause, std::uint32_t variable, double change) {
      note_mismatch(variable);
      if (std::abs(change) <= convergence_.tolerance) return;
      for (const std::uint32_t a : occurrences_.of_variable(variable)) {
        if (a != clause) wake(a);
      }
    });
    if (done > most) {
      let_sleep();
      return reached;
    }
    if (next_ > formula.clauses()) {  // forget what is done
      queue_.erase(queue_.begin(), queue_.begin() + static_cast<std::ptrdiff_t>(next_));
      next_ = 0;
    }
  }
  let_sleep();
  reached.converged = true;
  return reached;
}

SatEstimator::State SatEstimator::save() const {
  return {{bp_.messages().begin(), bp_.messages().end()}, reference(), gamma_};
}

void SatEstimator::restore(const State& state) {
  let_sleep();
  for (std::size_t w = 0; w < state.reference.words().size(); ++w) {
    std::uint64_t differ = state.reference.words()[w] ^ reference().words()[w];
    for (; differ != 0; differ &= differ - 1) {
      counts_.flip(w * kWordBits + static_cast<std::size_t>(std::countr_zero(differ)));
    }
  }
  gamma_ = state.gamma;
  for (std::size_t i = 0; i < variables(); ++i) tilt(i);
  bp_.set_messages(state.messages);
  find_mismatches();
  all_changed_ = false;
}

}  // namespace bitbasin
