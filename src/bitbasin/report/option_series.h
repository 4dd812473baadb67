// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>

#include "bitbasin/reproduce/results.h"

namespace bitbasin {

// A run as a point of a series in which one numeric option of its algorithm varies and nothing else does.
struct OptionPoint {
  std::string algorithm;  // the name without options: "sbpi"
  std::string option;     // "flip"
  double value = 0;
  std::string rest;  // all that does not vary: "restarts=0, N = 1001, alpha = 0.35"
};

// Which options vary in a store: those with at least three values, everything else being equal.
class OptionSeries {
 public:
  explicit OptionSeries(const Results& results);

  // Empty for a run that belongs to no such series.
  std::optional<OptionPoint> point_of(const DoneTask& done) const;

 private:
  std::map<std::string, std::set<double>> values_;  // by all that does not vary, and the option
};

}  // namespace bitbasin
