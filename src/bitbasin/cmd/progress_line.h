// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// "solving 120/1000 (12%), best 3, 40/s, 22 s left": what is known of it. `rate` is per second.
std::string progress_text(const Progress& progress, double rate);

// A line on a terminal that is written over itself and erased at the end.
class ProgressLine {
 public:
  ProgressLine(std::FILE* stream, bool enabled) : stream_(enabled ? stream : nullptr) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { erase(); }

  bool enabled() const { return stream_ != nullptr; }
  void show(const Progress& progress, double now);  // `now` in seconds
  void erase();

 private:
  std::FILE* stream_;
  bool visible_ = false;
  std::string phase_;  // the rate is counted from the first report of a phase
  double phase_start_ = 0;
  std::uint64_t phase_done_ = 0;
};

}  // namespace bitbasin
