// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/option_series.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

struct Gathered {
  Outcomes outcomes;
  Origins origins;
};

std::string alpha_series(const DoneTask& done) {
  return fmt::format("{}, N = {}", done.algorithm, *done.n);
}

}  // namespace

std::vector<Chart> success_charts(const Results& results) {
  std::map<std::string, Gathered> by_problem;  // "" is the perceptron with random labels
  const OptionSeries varied(results);          // which has charts of its own
  for (const DoneTask& done : results.done()) {
    if (varied.point_of(done)) continue;
    const bool perceptron = done.kind == "solve perceptron";
    if ((!perceptron && done.kind != "solve ksat") || !done.n || !done.alpha) continue;
    const std::string problem = !perceptron                            ? done.parameter("k") + "-SAT"
                                : done.parameter("task") == "classify" ? ""
                                                                       : "teacher";
    Gathered& all = by_problem[problem];
    all.outcomes.add(alpha_series(done), *done.alpha, done.solved());
    all.origins.add(done);
  }
  std::vector<Chart> charts;
  for (const auto& [problem, gathered] : by_problem) {
    Chart chart{.id = problem.empty() ? "success" : "success-" + problem,
                .title = problem.empty() ? "Instances solved against alpha"
                                         : fmt::format("Instances solved against alpha, {}", problem),
                .caption =
                    "Fraction of random instances that each solver solves, every solution checked; "
                    "bars are Wilson's 95 percent intervals.",
                .command = gathered.origins.text(),
                .x = {"alpha"},
                .y = {"solved"},
                .series = gathered.outcomes.fractions()};
    const bool varies = !chart.series.empty() && chart.series[0].points.size() > 1;
    if (problem.empty()) {
      chart.rules = {{.value = 0.7756, .label = "0.776: dense clusters, theory"},
                     {.value = 0.833, .label = "0.833: solutions exist"}};
    } else if (!varies) {
      continue;  // one alpha: what there is to see is in the charts against N
    }
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace bitbasin
