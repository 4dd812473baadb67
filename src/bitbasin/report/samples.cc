// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/samples.h"

#include <fmt/format.h>

#include <algorithm>

#include "bitbasin/base/counted.h"
#include "bitbasin/base/statistics.h"

namespace bitbasin {

std::vector<ChartSeries> Samples::means(ChartSeries::Kind kind) const {
  std::vector<ChartSeries> all;
  for (const auto& [name, by_x] : values_) {
    ChartSeries series{.name = name, .kind = kind};
    for (const auto& [x, values] : by_x) {
      const MeanError mean = mean_and_error(values);
      ChartPoint point{.x = x, .y = mean.mean};
      if (values.size() > 1) {
        const Interval interval = mean_interval(mean);
        point.low = interval.low;
        point.high = interval.high;
        point.note = counted(values.size(), "run");
      }
      series.points.push_back(std::move(point));
    }
    all.push_back(std::move(series));
  }
  return all;
}

Samples local_entropies(const Results& results, std::string_view task,
                        const std::function<std::string(const DoneTask&)>& series, Origins& origins) {
  Samples samples;
  for (const DoneTask& done : results.done()) {
    if (done.kind != "entropy perceptron" || done.parameter("task") != task || !done.solved() ||
        !done.alpha) {
      continue;
    }
    const std::string name = series(done);
    const Json* points = done.result.find("points");
    if (name.empty() || !points || !points->is_array()) continue;
    for (const Json& point : *points) {
      const auto d = number_in(point, "d"), entropy = number_in(point, "entropy");
      if (d && entropy) samples.add(name, *d, *entropy);  // null where messages did not converge
    }
    origins.add(done);
  }
  return samples;
}

void Outcomes::add(const std::string& series, double x, bool success) {
  Tally& tally = tallies_[series][x];
  ++tally.trials;
  tally.successes += success ? 1 : 0;
}

std::vector<ChartSeries> Outcomes::fractions() const {
  const bool some_vary = std::ranges::any_of(tallies_, [](const auto& s) { return s.second.size() > 1; });
  std::vector<ChartSeries> all;
  for (const auto& [name, by_x] : tallies_) {
    if (some_vary && by_x.size() < 2) continue;
    ChartSeries series{.name = name, .kind = ChartSeries::Kind::both};
    for (const auto& [x, tally] : by_x) {
      const Interval interval = wilson_interval(tally.successes, tally.trials);
      series.points.push_back({.x = x,
                               .y = static_cast<double>(tally.successes) / static_cast<double>(tally.trials),
                               .low = interval.low,
                               .high = interval.high,
                               .note = fmt::format("{} of {}", tally.successes, tally.trials)});
    }
    all.push_back(std::move(series));
  }
  return all;
}

}  // namespace bitbasin
