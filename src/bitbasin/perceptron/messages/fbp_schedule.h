// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/variance_governor.h"

namespace bitbasin {

// What one iteration of focusing belief propagation is to use.
struct FocusingStep {
  double gamma = 0;
  double y = 1;
  double margin = 0;  // in units of the square root of a unit's inputs
};

// A point of the protocol `free`.
struct FocusingPoint {
  double gamma = 0;
  double y = 1;
  bool operator==(const FocusingPoint&) const = default;
};

// Points in the way users write them: "0:3/0.5:3/2:5". `label` names the list in errors.
std::vector<FocusingPoint> parse_focusing_points(std::string_view label, std::string_view text);

// The couplings of a run, one iteration after the other, by options that are resolved.
class FbpSchedule {
 public:
  explicit FbpSchedule(const FbpOptions& options);

  // The next iteration, given V / N of the messages before it; nothing where the run ends.
  std::optional<FocusingStep> next(double v);

  // About how many iterations there will be.
  std::uint64_t planned() const { return planned_; }

 private:
  FocusingStep descend(double f, double v);
  FocusingStep along_points(double f) const;
  FocusingStep at(double parameter) const;

  FbpOptions options_;
  std::vector<FocusingPoint> points_;
  std::uint64_t planned_ = 0;
  std::uint64_t t_ = 0;
  VarianceGovernor governor_;  // of gamma, in the descent
};

}  // namespace bitbasin
