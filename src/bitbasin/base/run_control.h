// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <functional>
#include <limits>
#include <string_view>

namespace bitbasin {

enum class StopReason { none, budget, time_limit, cancelled };
std::string_view to_string(StopReason reason);

struct Progress {
  std::string_view phase;                                  // "solving", "writing"
  std::uint64_t done = 0;                                  // in the unit of the phase
  std::uint64_t total = 0;                                 // 0: not known
  double best = std::numeric_limits<double>::quiet_NaN();  // errors left or another best value; NaN: none
  std::string_view detail = {};                            // also shown, such as "validation 2.3 %"
};

struct RunLimits {
  std::uint64_t work = 0;  // units of work, 0: no budget
  double seconds = std::numeric_limits<double>::infinity();
  const std::atomic<bool>* cancelled = nullptr;  // may be set from a signal handler or another thread
  std::function<void(const Progress&)> on_progress = {};
  std::function<double()> clock = {};  // seconds since any start; empty: the steady clock
};

// What a long computation asks before each piece of work, and the only place where it reads the clock:
//
//   while (control.spend(cost)) { ...work of `cost` units...; control.report({"solving", done, total,
//   errors}); }
//
// A budget is counted in units of work, so the same budget stops at the same place on every machine; a time
// limit or a cancellation does not. Each object is used by one thread; only the flag is shared.
class RunControl {
 public:
  RunControl() : RunControl(RunLimits{}) {}
  explicit RunControl(RunLimits limits);

  // Asks for permission for the next piece of work, at least one unit, and counts it. False: stop now; the
  // piece is not counted.
  bool spend(std::uint64_t units) {
    assert(units > 0);
    if (reason_ != StopReason::none) return false;
    if (cancelled()) return stop(StopReason::cancelled);
    if (units > budget_ - spent_) return stop(StopReason::budget);
    if (spent_ >= clock_at_ && out_of_time()) return stop(StopReason::time_limit);
    spent_ += units;
    return true;
  }

  // Tells the listener, at most about ten times a second; does nothing without a listener.
  void report(const Progress& progress) {
    if (limits_.on_progress) report_if_due(progress);
  }

  // Whether the run has been cancelled. For work that cannot be divided into pieces, such as a call of a
  // user's function.
  bool cancelled() const {
    return limits_.cancelled != nullptr && limits_.cancelled->load(std::memory_order_relaxed);
  }

  std::uint64_t spent() const { return spent_; }
  StopReason stop_reason() const { return reason_; }
  double seconds() const { return clock_() - start_; }  // since construction

 private:
  bool stop(StopReason reason) {
    reason_ = reason;
    return false;
  }
  bool out_of_time();
  void report_if_due(const Progress& progress);

  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

  RunLimits limits_;
  std::function<double()> clock_;
  std::uint64_t budget_ = kNever;
  std::uint64_t spent_ = 0;
  std::uint64_t clock_at_ = kNever;     // the clock is read when this much is spent
  std::uint64_t last_clock_spent_ = 0;  // what had been spent at the last reading, and its time
  double last_clock_ = 0;
  double start_ = 0;
  double next_report_ = 0;
  StopReason reason_ = StopReason::none;
};

static_assert(std::atomic<bool>::is_always_lock_free, "the flag is set from a signal handler");

}  // namespace bitbasin
