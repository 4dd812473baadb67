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
  for (const DoneTask& done : results.done()) {
    const auto error = done.number("generalization_error");
    if (!done.alpha || !error) continue;
    if (done.kind == "theory equilibrium") {
      lines["typical, theory"][*done.alpha] = *error;
    } else if (done.kind == "theory" && done.parameter("y") == "auto") {
      lines[fmt::format("centres at d = {}, theory", done.number("d").value_or(0))][*done.alpha] = *error;
    } else if (done.kind == "solve perceptron" && done.solved()) {
      students.add(fmt::format("{}, N = {}", done.algorithm, done.n.value_or(0)), *done.alpha, *error);
    } else {
      continue;
    }
    origins.add(done);
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
