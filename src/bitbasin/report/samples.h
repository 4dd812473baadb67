// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/report/chart.h"
#include "bitbasin/report/origins.h"
#include "bitbasin/reproduce/results.h"

namespace bitbasin {

// Values gathered by series and by x, to be shown as means with error bars.
class Samples {
 public:
  void add(const std::string& series, double x, double value) { values_[series][x].push_back(value); }
  bool empty() const { return values_.empty(); }

  // Means, with 95 percent intervals if there are at least two values.
  std::vector<ChartSeries> means(ChartSeries::Kind kind) const;

 private:
  std::map<std::string, std::map<double, std::vector<double>>> values_;
};

// The local entropies around solutions of one task over the distances, those that converged. `series` names
// the series of a task, or returns an empty name to leave it out.
Samples local_entropies(const Results& results, std::string_view task,
                        const std::function<std::string(const DoneTask&)>& series, Origins& origins);

// Outcomes gathered the same way, to be shown as fractions with Wilson's intervals.
class Outcomes {
 public:
  void add(const std::string& series, double x, bool success);

  // Series with a single x say nothing about the dependence on it: left out if others have more.
  std::vector<ChartSeries> fractions() const;

 private:
  struct Tally {
    std::uint64_t successes = 0, trials = 0;
  };
  std::map<std::string, std::map<double, Tally>> tallies_;
};

}  // namespace bitbasin
