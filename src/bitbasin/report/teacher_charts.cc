// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {

std::vector<Chart> teacher_charts(const Results& results) {
  std::map<std::string, std::map<double, double>> lines;
  Samples students;
  Origins origins;
  for (const StoredRun& run : results.runs()) {
    const auto error = run.number("generalization_error");
    if (!run.alpha || !error) continue;
    if (run.kind == "theory equilibrium") {
      lines["typical, theory"][*run.alpha] = *error;
    } else if (run.kind == "theory" && run.parameter("y") == "auto") {
      lines[fmt::format("centres at d = {}, theory", run.number("d").value_or(0))][*run.alpha] = *error;
    } else if (run.kind == "solve perceptron" && run.solved()) {
      students.add(fmt::format("{}, N = {}", run.algorithm, run.n.value_or(0)), *run.alpha, *error);
    } else {
      continue;
    }
    origins.add(run);
  }
  Chart chart{.id = "generalization",
              .title = "Generalisation error against alpha",
              .caption =
                  "Probability of a wrong answer to a new pattern. Theory for centres of dense clusters "
                  "and for typical solutions; points are students without training errors, mean and 95 "
                  "percent interval.",
              .command = origins.text(),
              .x = {"alpha"},
              .y = {"generalisation error"}};
  for (const auto& [name, points] : lines) {
    if (points.size() < 2) continue;
    ChartSeries series{.name = name, .kind = ChartSeries::Kind::both, .dashed = name.starts_with("typical")};
    for (const auto& [alpha, error] : points) series.points.push_back({.x = alpha, .y = error});
    chart.series.push_back(std::move(series));
  }
  for (ChartSeries& series : students.means(ChartSeries::Kind::points))
    chart.series.push_back(std::move(series));
  if (chart.series.empty()) return {};
  return {std::move(chart)};
}

}  // namespace bitbasin
