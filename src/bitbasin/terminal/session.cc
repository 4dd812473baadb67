// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/session.h"

#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "bitbasin/base/version.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/terminal/interrupt.h"

namespace bitbasin {

const OptionTable<CommonOptions>& common_option_table() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr int kMostThreads = 1024;
  static const OptionTable<CommonOptions> table{
      option("seed", &CommonOptions::seed, {}, "seed of all random numbers"),
      option("threads", &CommonOptions::threads, {1, kMostThreads}, "threads to use; auto: all cores"),
      option("json", &CommonOptions::json, "print exactly one JSON object on standard output"),
      option("quiet", &CommonOptions::quiet, "print results only: no progress, no remarks"),
      option("time_limit", &CommonOptions::time_limit, {0, kInfinity, true}, "seconds after which to stop"),
  };
  return table;
}

Session::Session(std::string command, const CommonOptions& options)
    : output(options.json, options.quiet),
      command_(std::move(command)),
      options_(options),
      threads_(options.threads.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())))),
      progress_(stderr, !options.quiet && isatty(STDERR_FILENO) != 0) {
  set_simd_level(options.simd);
  end_on_interrupts(options.time_limit);
}

RunControl Session::control(std::uint64_t work) {
  RunLimits limits{.work = work, .seconds = seconds_left(), .cancelled = &watch_interrupts()};
  if (progress_.enabled()) {
    limits.on_progress = [this](const Progress& p) { progress_.show(p, clock_.seconds(), above_progress); };
  }
  return RunControl(std::move(limits));
}

double Session::seconds_left() const {
  return options_.time_limit - clock_.seconds();
}

const std::atomic<bool>& Session::cancelled() const {
  return watch_interrupts();
}

ExitCode Session::finish(StopReason reason) {
  Json all = Json::object();
  all["command"] = command_;
  all["version"] = version();
  all["seed"] = options_.seed;
  all["threads"] = threads_;
  all["simd"] = simd_level();
  all["stop_reason"] = to_string(reason);
  all["seconds"] = clock_.seconds();
  all.update(output.result);  // a command may set the seconds more precisely
  output.result = std::move(all);
  output.finish();
  if (reason == StopReason::none) return kDone;
  return reason == StopReason::cancelled ? kInterrupted : kNotSolved;
}

}  // namespace bitbasin
