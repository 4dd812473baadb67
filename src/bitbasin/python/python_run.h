// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <pybind11/pybind11.h>

#include <atomic>
#include <cstdint>
#include <optional>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// The number of threads of a call: from 1 to 1024, or all cores by default.
int thread_count(std::optional<int> threads);

// A long call from Python. The work runs on the calling thread without the interpreter's lock, and checks for
// Ctrl-C about 50 times a second through the clock of its run control: no second thread, and no cost between
// two checks. The first error that Python raises, in a signal handler or in `progress`, stops the work and is
// raised again when it has ended.
class PythonRun {
 public:
  // `work` = 0: no budget; no `seconds`: no time limit. `progress` is None or is called with phase, done,
  // total, best and detail (see Progress), at most ten times a second.
  PythonRun(std::uint64_t work, std::optional<double> seconds, pybind11::object progress);
  PythonRun(const PythonRun&) = delete;
  PythonRun& operator=(const PythonRun&) = delete;

  template <class Work>
  auto operator()(Work work) {
    auto result = [&] {
      const pybind11::gil_scoped_release unlocked;
      return work(control_);
    }();
    if (raised_) throw pybind11::error_already_set();
    return result;
  }

 private:
  RunLimits limits(std::uint64_t work, std::optional<double> seconds);
  double clock();
  void report(const Progress& progress);

  pybind11::object progress_;
  std::atomic<bool> raised_ = false;  // Python's error indicator is set
  double next_look_ = 0;
  RunControl control_;
};

}  // namespace bitbasin
