// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/estimator.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "bitbasin/base/parallel.h"

namespace bitbasin {
namespace {

// A flip that has woken this many sweeps' worth of clauses has reached the whole formula, and whole sweeps
// are cheaper.
constexpr std::size_t kMostWoken = 2;

// Variables that a thread takes at once: whole words of bits.
constexpr std::size_t kVariablesAtOnce = 256 * kWordBits;

}  // namespace

SatEstimator::SatEstimator(const Formula& formula, const SatConvergence& convergence, int threads)
    : convergence_(convergence),
      threads_(threads),
      occurrences_(formula),
      bp_(formula, threads),
      counts_(formula, occurrences_),
      mismatches_(formula.variables),
      turned_((formula.variables + kWordBits - 1) / kWordBits),
      awake_(formula.clauses()) {}

void SatEstimator::start(const BitVector& reference, double gamma, Stream& stream) {
  counts_.assign(reference, threads_);
  let_sleep();
  gamma_ = gamma;
  tilt_all();
  bp_.start(stream);
  all_changed_ = true;
  find_mismatches();
}

void SatEstimator::set_gamma(double gamma) {
  gamma_ = gamma;
  tilt_all();
  all_changed_ = true;
}

void SatEstimator::flip(std::size_t i) {
  counts_.flip(i);
  follow_flip(i);
}

void SatEstimator::flip_all(std::span<const std::uint32_t> variables) {
  counts_.flip_all(variables, threads_);
  for (const std::uint32_t i : variables) follow_flip(i);
}

void SatEstimator::follow_flip(std::size_t i) {
  tilt(i);
  note_mismatch(i);
  if (all_changed_) return;
  for (const std::uint32_t a : occurrences_.of_variable(static_cast<std::uint32_t>(i))) wake(a);
}

void SatEstimator::tilt_all() {
  parallel_ranges(variables(), kVariablesAtOnce, threads_, [this](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) tilt(i);
  });
}

// The order of the set depends on that of its changes, so these are found in parallel and made one by one.
void SatEstimator::find_mismatches() {
  parallel_ranges(variables(), kVariablesAtOnce, threads_, [this](std::size_t begin, std::size_t end) {
    for (std::size_t first = begin; first < end; first += kWordBits) {
      std::uint64_t turned = 0;
      for (std::size_t i = first; i < std::min(first + kWordBits, end); ++i) {
        turned |= std::uint64_t{is_mismatch(i) != mismatches_.contains(i)} << (i - first);
      }
      turned_[first / kWordBits] = turned;
    }
  });
  for (std::size_t w = 0; w < turned_.size(); ++w) {
    for (std::uint64_t bits = turned_[w]; bits != 0; bits &= bits - 1) {
      const std::size_t i = w * kWordBits + static_cast<std::size_t>(std::countr_zero(bits));
      mismatches_.set(i, !mismatches_.contains(i));
    }
  }
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
  tilt_all();
  bp_.set_messages(state.messages);
  find_mismatches();
  all_changed_ = false;
}

}  // namespace bitbasin
