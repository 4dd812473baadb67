// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/run_control.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace bitbasin {
namespace {

// A time limit is accurate to a few milliseconds; reading the clock (about 25 ns) costs next to nothing in
// comparison.
constexpr double kClockInterval = 2e-3;
// Ten updates a second are as fast as a person can read.
constexpr double kReportInterval = 0.1;

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

std::string_view to_string(StopReason reason) {
  constexpr std::string_view names[] = {"none", "budget", "time_limit", "cancelled"};
  return names[static_cast<std::size_t>(reason)];
}

RunControl::RunControl(RunLimits limits)
    : limits_(std::move(limits)), clock_(limits_.clock ? limits_.clock : steady_seconds) {
  if (limits_.work != 0) budget_ = limits_.work;
  if (limits_.seconds != std::numeric_limits<double>::infinity()) clock_at_ = 0;
  start_ = last_clock_ = clock_();
  next_report_ = start_ + kReportInterval;  // short runs stay silent
}

bool RunControl::out_of_time() {
  const double now = clock_();
  if (now - start_ >= limits_.seconds) return true;
  // Work is assumed proportional to time, so the next reading is due after the units that fill the interval;
  // at most twice as many as last time, because the next pieces may be more expensive.
  const double elapsed = std::max(now - last_clock_, 1e-9);
  const auto done = static_cast<double>(std::max<std::uint64_t>(spent_ - last_clock_spent_, 1));
  clock_at_ = spent_ + 1 + static_cast<std::uint64_t>(done * std::min(kClockInterval / elapsed, 2.0));
  last_clock_spent_ = spent_;
  last_clock_ = now;
  return false;
}

void RunControl::report_if_due(const Progress& progress) {
  const double now = clock_();
  if (now < next_report_) return;
  next_report_ = now + kReportInterval;
  limits_.on_progress(progress);
}

}  // namespace bitbasin
