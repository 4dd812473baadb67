// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/progress_line.h"

#include <fmt/format.h>

#include <cmath>

namespace bitbasin {
namespace {

std::string duration_text(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  const double minutes = seconds / 60;
  if (minutes < 100) return fmt::format("{:.0f} min", minutes);
  return fmt::format("{:.1f} h", minutes / 60);
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

void ProgressLine::show(const Progress& progress, double now) {
  if (!enabled()) return;
  if (phase_ != progress.phase) {
    phase_ = progress.phase;
    phase_start_ = now;
    phase_done_ = progress.done;
  }
  const double elapsed = now - phase_start_;
  const double rate = elapsed > 0 ? static_cast<double>(progress.done - phase_done_) / elapsed : 0;
  std::fputs(("\r\x1b[K" + progress_text(progress, rate)).c_str(), stream_);
  std::fflush(stream_);
  visible_ = true;
}

void ProgressLine::erase() {
  if (!visible_) return;
  std::fputs("\r\x1b[K", stream_);
  std::fflush(stream_);
  visible_ = false;
}

}  // namespace bitbasin
