// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/training_run.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "bitbasin/base/counted.h"
#include "bitbasin/network/classify.h"

namespace bitbasin {
namespace {

// With this few errors in an epoch it pays to check whether the network makes any: an evaluation costs less
// than the epoch it may save.
constexpr std::uint64_t kFewErrors = 10;

std::string in_words(const EpochPoint& point) {
  std::string text = fmt::format("{} in epoch {}", counted(point.counts.errors, "error"), point.epoch);
  if (point.validation_error) text += fmt::format(", validation {:.2f} %", 100 * *point.validation_error);
  return text;
}

}  // namespace

bool run_training(Trainer& trainer, std::uint64_t epochs, const PatternSet& held_out,
                  std::span<const int> others, int threads, RunControl& control,
                  const std::function<void(const EpochPoint&)>& on_epoch) {
  const PatternSet& set = trainer.set();
  std::string detail;
  while (trainer.state().epoch < epochs) {
    const auto counts = trainer.run_epoch(control, {epochs, detail});
    if (!counts) return false;
    EpochPoint point{trainer.state().epoch, *counts, {}};
    if (!held_out.empty()) {
      std::vector<int> sums = sum_versions(trainer.network(), *held_out.patterns, held_out.images(), threads);
      if (!others.empty()) add_votes(sums, others);
      point.validation_error = evaluate(sums, held_out.labels, trainer.network().shape.labels).error();
    }
    detail = in_words(point);
    on_epoch(point);
    if (set.versions() > 1 || trainer.options().flip > 0) continue;  // the next epoch shows others
    if (counts->signals == 0) return true;
    if (trainer.options().robustness == 0 && counts->errors <= kFewErrors &&
        evaluate(trainer.network(), set, threads).strict_errors == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace bitbasin
