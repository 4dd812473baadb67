// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "bitbasin/base/run_control.h"

namespace bitbasin {

// "solving 120/1000 (12%), best 3, 40/s, 22 s left": the parts that are known. `rate` is per second.
std::string progress_text(const Progress& progress, double rate);

// Gives at most the given number of lines to show above the progress line, such as a table.
using LinesAbove = std::function<std::vector<std::string>(std::size_t most)>;

// A line on a terminal, with others above it, that is overwritten by each report and erased at the end. Other
// output erases the visible line first, and the next report draws it again. All are used by one thread.
class ProgressLine {
 public:
  ProgressLine(std::FILE* stream, bool enabled) : stream_(enabled ? stream : nullptr) {}
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;
  ~ProgressLine() { erase(); }

  bool enabled() const { return stream_ != nullptr; }
  // `now` is in seconds.
  void show(const Progress& progress, double now, const LinesAbove& above = {});
  void erase();

  // Erases the line on the terminal, if there is one.
  static void erase_visible();
  // The same for a signal handler that ends the program.
  static void erase_visible_in_handler();

 private:
  std::FILE* stream_;
  std::size_t lines_above_ = 0;
  std::string phase_;  // the rate is counted from the first report of a phase
  double phase_start_ = 0;
  std::uint64_t phase_done_ = 0;
};

}  // namespace bitbasin
