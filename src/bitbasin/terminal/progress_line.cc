// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/progress_line.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cmath>
#include <csignal>

#include "bitbasin/base/duration.h"

namespace bitbasin {
namespace {

constexpr std::string_view kEraseLine = "\r\x1b[K";
constexpr std::string_view kEraseLineAbove = "\x1b[A\x1b[K";

// Erases the line of the cursor and `above` lines above it.
std::string erasure(std::size_t above) {
  std::string text(kEraseLine);
  for (std::size_t i = 0; i < above; ++i) text += kEraseLineAbove;
  return text;
}

// The line on the terminal, and what a signal handler needs to erase it.
ProgressLine* visible_line = nullptr;
volatile std::sig_atomic_t visible_file = -1;
volatile std::sig_atomic_t visible_above = 0;

void write_in_handler(int file, std::string_view text) {
  [[maybe_unused]] const ssize_t written = write(file, text.data(), text.size());
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
  if (visible_line != this) erase_visible();
  std::string text = erasure(lines_above_);
  lines_above_ = 0;
  const TerminalSize terminal = terminal_size(stream_);
  const auto fitting = [&terminal](const std::string& line) {
    return line.substr(0, terminal.columns - 1);  // a line that wraps could not be erased
  };
  if (above) {
    for (const std::string& line : above(terminal.rows - 1)) {
      text += fitting(line) + '\n';
      ++lines_above_;
    }
  }
  std::fputs((text + fitting(progress_text(progress, rate))).c_str(), stream_);
  std::fflush(stream_);
  visible_line = this;
  visible_above = static_cast<std::sig_atomic_t>(lines_above_);
  visible_file = fileno(stream_);
}

void ProgressLine::erase() {
  if (visible_line != this) return;
  std::fputs(erasure(lines_above_).c_str(), stream_);
  std::fflush(stream_);
  visible_line = nullptr;
  visible_file = -1;
  lines_above_ = 0;
}

void ProgressLine::erase_visible() {
  if (visible_line != nullptr) visible_line->erase();
}

void ProgressLine::erase_visible_in_handler() {
  if (visible_file < 0) return;
  write_in_handler(visible_file, kEraseLine);
  for (int i = 0; i < visible_above; ++i) write_in_handler(visible_file, kEraseLineAbove);
}

}  // namespace bitbasin
