// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

#include "bitbasin/base/options.h"
#include "bitbasin/base/run_control.h"
#include "bitbasin/base/stopped.h"
#include "bitbasin/terminal/exit_code.h"
#include "bitbasin/terminal/output.h"
#include "bitbasin/terminal/progress_line.h"

namespace bitbasin {

// The flags that every command has.
struct CommonOptions {
  std::uint64_t seed = 1;
  std::optional<int> threads;
  bool json = false;
  bool quiet = false;
  double time_limit = std::numeric_limits<double>::infinity();
  std::string simd = "auto";
};
const OptionTable<CommonOptions>& common_option_table();  // all but simd, which is a name

// One run of one command: its options, its output, and what may stop it.
class Session {
 public:
  Session(std::string command, const CommonOptions& options);

  std::uint64_t seed() const { return options_.seed; }
  int threads() const { return threads_; }                              // auto: all cores
  int threads_or(int n) const { return options_.threads.value_or(n); }  // auto: n
  Output output;

  // Stops at the time limit and on interrupts, and draws the progress line. `work` 0: no budget.
  RunControl control(std::uint64_t work = 0);

  LinesAbove above_progress;    // what else to show with the progress line
  double seconds_left() const;  // until the time limit
  const std::atomic<bool>& cancelled() const;

  // Prints the JSON object with the keys that every command has, and returns the exit code for the reason to
  // stop.
  ExitCode finish(StopReason reason);

 private:
  std::string command_;
  CommonOptions options_;
  int threads_;
  RunControl clock_;  // counts the seconds of the whole run
  ProgressLine progress_;
};

}  // namespace bitbasin
