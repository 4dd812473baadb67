// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/python/python_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <utility>

#include "bitbasin/base/parse_number.h"

namespace py = pybind11;

namespace bitbasin {
namespace {

// Seconds between two checks for Ctrl-C. A check takes the lock, about 0.1 us if no other thread holds it.
constexpr double kLookInterval = 0.02;
// Three hundred years. A run control with any limit at all reads its clock every 2 ms.
constexpr double kForever = 1e10;

}  // namespace

int thread_count(std::optional<int> threads) {
  // Asking the system takes 13 us, as long as the rest of a small call.
  static const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  if (!threads) return cores;
  return parse_number<int>("threads", fmt::format("{}", *threads), {1, 1024});
}

PythonRun::PythonRun(std::uint64_t work, std::optional<double> seconds, py::object progress)
    : progress_(std::move(progress)), control_(limits(work, seconds)) {}

RunLimits PythonRun::limits(std::uint64_t work, std::optional<double> seconds) {
  if (seconds) {
    parse_number<double>("time_limit", fmt::format("{}", *seconds), {0, Range<double>::kHighest, true});
  }
  RunLimits limits;
  limits.work = work;
  limits.seconds = std::min(seconds.value_or(kForever), kForever);
  limits.cancelled = &raised_;
  limits.clock = [this] { return clock(); };
  if (!progress_.is_none()) limits.on_progress = [this](const Progress& progress) { report(progress); };
  return limits;
}

double PythonRun::clock() {
  const double now =
      std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  if (next_look_ == 0) next_look_ = now + kLookInterval;
  if (now >= next_look_ && !raised_) {
    next_look_ = now + kLookInterval;
    const py::gil_scoped_acquire locked;
    if (PyErr_CheckSignals() != 0) raised_ = true;
  }
  return now;
}

void PythonRun::report(const Progress& progress) {
  if (raised_) return;
  const py::gil_scoped_acquire locked;
  try {
    progress_(std::string(progress.phase), progress.done, progress.total, progress.best,
              std::string(progress.detail));
  } catch (py::error_already_set& error) {
    error.restore();
    raised_ = true;
  }
}

}  // namespace bitbasin
