// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>

#include <cmath>

namespace bitbasin {
namespace {

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  const double minutes = seconds / 60;
  if (minutes < 100) return fmt::format("{:.0f} min", minutes);
  return fmt::format("{:.1f} h", minutes / 60);
}

// Erases the line of the cursor and so many above it.
std::string erasure(std::size_t above) {
  std::string text = "\r\x1b[K";
  for (std::size_t i = 0; i < above; ++i) text += "\x1b[A\x1b[K";
  return text;
}

struct TerminalSize {
  std::size_t rows;
  std::size_t columns;
};

TerminalSize terminal_size(std::FILE* stream) {
  winsize size{};
  const bool known = ioctl(fileno(stream), TIOCGWINSZ, &size) == 0 && size.ws_row > 1 && size.ws_col > 1;
  return known ? TerminalSize{size.ws_row, size.ws_col} : TerminalSize{24, 80};
}

}  // namespace

std::string progress_text(const Progress& progress, double rate) {
  const auto done = static_cast<double>(progress.done);
  const auto total = static_cast<double>(progress.total);
  std::string text = fmt::format("{} {}", progress.phase, progress.done);
  if (progress.total > 0) text += fmt::format("/{} ({:.0f}%)", progress.total, 100 * done / total);
  if (!std::isnan(progress.best)) text += fmt::format(", best {}", progress.best);
  if (!progress.detail.empty()) text += fmt::format(", {}", progress.detail);
  if (rate > 0) text += fmt::format(", {:.3g}/s", rate);
  if (rate > 0 && total >= done) text += fmt::format(", {} left", duration_text((total - done) / rate));
  return text;
}

void ProgressLine::show(const Progress& progress, double now, const LinesAbove& above) {
  if (!enabled()) return;
  if (phase_ != progress.phase) {
    phase_ = progress.phase;
    phase_start_ = now;
    phase_done_ = progress.done;
  }
  const double elapsed = now - phase_start_;
  const double rate = elapsed > 0 ? static_cast<double>(progress.done - phase_done_) / elapsed : 0;
  std::string text = erasure(lines_above_);
  lines_above_ = 0;
  if (above) {
    const TerminalSize terminal = terminal_size(stream_);
    for (const std::string& line : above(terminal.rows - 1)) {
      text += line.substr(0, terminal.columns - 1) + '\n';  // a line that wraps could not be erased
      ++lines_above_;
    }
  }
  std::fputs((text + progress_text(progress, rate)).c_str(), stream_);
  std::fflush(stream_);
  visible_ = true;
}

void ProgressLine::erase() {
  if (!visible_) return;
  std::fputs(erasure(lines_above_).c_str(), stream_);
  std::fflush(stream_);
  visible_ = false;
  lines_above_ = 0;
}

}  // namespace bitbasin
