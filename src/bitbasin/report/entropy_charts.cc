// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

Chart around_solutions(const Results& results, const char* task) {
  const bool teacher = std::string_view(task) == "teacher";
  Chart chart{.id = teacher ? "teacher-entropy" : "solver-entropy",
              .title = teacher ? "Solutions around the teacher and around what is learned from it"
                               : "Solutions around what solvers find",
              .caption =
                  "Local entropy by belief propagation with a field, mean and 95 percent interval over "
                  "instances, beside the theory for the densest places (solid) and for typical "
                  "solutions (dashed).",
              .command = "",
              .x = {"distance d"},
              .y = {"entropy per synapse"}};
  Origins origins;
  std::set<std::string> alphas;
  const auto by_solver = [&](const DoneTask& done) {
    const std::string alpha = fmt::format("alpha = {}", *done.alpha);
    alphas.insert(alpha);
    return fmt::format("{}, {}", done.algorithm, alpha);
  };
  chart.series = local_entropies(results, task, by_solver, origins).means(ChartSeries::Kind::points);
  if (chart.series.empty()) return chart;
  // The theory of the same alphas only.
  for (ChartSeries& line : theory_lines(results, task, "internal_entropy", origins)) {
    const auto ends = [&](const std::string& alpha) { return line.name.ends_with(alpha); };
    if (std::ranges::any_of(alphas, ends)) chart.series.push_back(std::move(line));
  }
  chart.command = origins.text();
  return chart;
}

}  // namespace

std::vector<Chart> entropy_charts(const Results& results) {
  std::vector<Chart> charts;
  for (const char* task : {"classify", "teacher"}) {
    Chart chart = around_solutions(results, task);
    if (!chart.series.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace bitbasin
