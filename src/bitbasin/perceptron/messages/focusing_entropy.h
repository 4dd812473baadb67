// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/base/run_control.h"
#include "bitbasin/entropy/measured_entropy.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/fbp_schedule.h"
#include "bitbasin/perceptron/messages/focused_amp.h"
#include "bitbasin/perceptron/messages/run_watch.h"
#include "bitbasin/solve/solver.h"

namespace bitbasin {

// What focusing belief propagation says about y replicas around a reference that is not given, but is where
// they find the most solutions.
struct MeasuredFocusing {
  FocusingPoint point;
  FocusingEntropy entropy;
  bool converged = false;
};

// Converges at one point after the other, each from the messages of the one before. One unit of work is one
// pattern in one iteration.
template <PatternOperator Patterns, class Channel>
std::vector<MeasuredFocusing> measure_focusing(Patterns& patterns, const Channel& channel,
                                               std::span<const FocusingPoint> points,
                                               const EntropyOptions& options, const SolveSetup& setup,
                                               RunControl& control) {
  constexpr double kDamping = 0.5;  // without it the messages of several replicas oscillate
  FocusedAmp<Patterns, Channel> amp(patterns, channel, setup.threads);
  amp.start(random_fields(patterns.n(), setup.seed, 0));
  std::vector<MeasuredFocusing> measured;
  std::vector<double> before(patterns.n());
  for (const FocusingPoint& point : points) {
    bool converged = false;
    for (std::int64_t t = 0; t < options.max_sweeps && !converged; ++t) {
      if (!control.spend(std::max<std::size_t>(1, patterns.patterns()))) return measured;
      std::ranges::copy(amp.theta(), before.begin());
      amp.iterate(point.gamma, point.y, 0, kDamping);
      double change = 0;
      for (std::size_t i = 0; i < before.size(); ++i) {
        change = std::max(change, std::abs(amp.theta()[i] - before[i]));
      }
      converged = change < options.tolerance;
    }
    measured.push_back({point, amp.entropy(), converged});
  }
  return measured;
}

// That of a perceptron.
std::vector<MeasuredFocusing> measure_focusing(const PerceptronInstance& instance,
                                               std::span<const FocusingPoint> points,
                                               const EntropyOptions& options, const SolveSetup& setup,
                                               RunControl& control);

}  // namespace bitbasin
