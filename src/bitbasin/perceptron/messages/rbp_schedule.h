// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/variance_governor.h"

namespace bitbasin {

// The reinforcement and the margin of a run of reinforced belief propagation, one iteration after the other,
// by options that are resolved.
class RbpSchedule {
 public:
  struct Step {
    double reinforcement = 0;
    double margin = 0;  // in units of the sum
  };

  // For units with that many inputs.
  RbpSchedule(const RbpOptions& options, double rate, double margin, std::size_t inputs)
      : options_(options),
        rate_(rate),
        margin_(margin * std::sqrt(static_cast<double>(inputs))),
        governor_(kGains, *options.start, *options.end, kLastVariance),
        planned_(static_cast<std::uint64_t>(governed() ? kGrowth / rate
                                                       : std::max(0.0, kFreezing - *options.start) / rate)) {}

  // The next iteration, nothing where the run ends; `variance` finds V / N of the messages before it.
  template <class Variance>
  std::optional<Step> next(Variance variance) {
    const auto t = static_cast<double>(t_++);
    if (!governed()) {
      const double r = *options_.start + rate_ * t;
      if (r >= *options_.end) return {};
      return Step{r, margin_ * std::max(0.0, 1 - r / options_.margin_end)};
    }
    if (t_ > planned_) return {};
    const double v = std::max(kLeastVariance, variance()), f = t / static_cast<double>(planned_);
    if (t_ == 1) governor_.begin(v);
    return Step{governor_.coupling(f, v), margin_ * (1 - f / 2) * std::sqrt(v)};
  }

  // About how many iterations there will be.
  std::uint64_t planned() const { return planned_; }

 private:
  static constexpr double kFreezing = 0.5;  // where runs with a linear ramp end as a rule
  static constexpr double kGrowth = 0.4;    // of the reinforcement, where the variance governs it
  static constexpr VarianceGovernor::Gains kGains{1.5e-4, 0.005};
  static constexpr double kLastVariance = 2e-5, kLeastVariance = 1e-9;

  bool governed() const { return options_.ramp == RbpRamp::variance; }

  const RbpOptions& options_;
  double rate_, margin_;
  VarianceGovernor governor_;
  std::uint64_t planned_;
  std::uint64_t t_ = 0;
};

}  // namespace bitbasin
