// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>

#include "bitbasin/base/statistics.h"
#include "bitbasin/report/charts.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

// "3-SAT alpha = 3, sa".
std::string size_series(const StoredRun& run) {
  const std::string problem = run.kind == "solve ksat" ? run.parameter("k") + "-SAT" : "perceptron";
  return fmt::format("{} alpha = {}, {}", problem, *run.alpha, run.algorithm);
}

// y = a N^b through means and their errors, as a line of two points.
ChartSeries fitted(const ChartSeries& means) {
  std::vector<double> x, y, errors;
  for (const ChartPoint& p : means.points) {
    if (!p.low || !p.high || !(*p.high > *p.low)) continue;
    x.push_back(p.x);
    y.push_back(p.y);
    errors.push_back((*p.high - *p.low) / (2 * kZ95));
  }
  if (x.size() < 3) return {};
  const PowerLawFit fit = fit_power_law(x, y, errors);
  ChartSeries line{.name = fmt::format("fit N^{:.2f}, {}", fit.b, means.name), .dashed = true};
  for (const double n : {x.front(), x.back()})
    line.points.push_back({.x = n, .y = fit.a * std::pow(n, fit.b)});
  return line;
}

}  // namespace

std::vector<Chart> scaling_charts(const Results& results) {
  Samples proposals;
  Outcomes outcomes;
  Origins origins;
  // A series over N is one where N varies.
  std::map<std::string, std::set<std::int64_t>> sizes;
  const auto belongs = [](const StoredRun& run) {
    return (run.kind == "solve ksat" ||
            (run.kind == "solve perceptron" && run.parameter("task") == "classify")) &&
           run.n && run.alpha && (run.runs_algorithm("edmc") || run.runs_algorithm("sa"));
  };
  for (const StoredRun& run : results.runs()) {
    if (belongs(run)) sizes[size_series(run)].insert(*run.n);
  }
  for (const StoredRun& run : results.runs()) {
    if (!belongs(run)) continue;
    const std::string name = size_series(run);
    if (sizes[name].size() < 2) continue;
    const auto n = static_cast<double>(*run.n);
    outcomes.add(name, n, run.solved());
    origins.add(run);
    const auto effort = run.number(run.proposals_key());
    if (run.solved() && effort && *effort > 0) proposals.add(name, n, *effort);
  }
  Chart effort{.id = "edmc-scaling",
               .title = "Proposals until solved against N",
               .caption =
                   "Entropy-driven Monte Carlo (edmc) and simulated annealing (sa) on instances that "
                   "they solve, mean and 95 percent interval, with power laws fitted.",
               .command = origins.text(),
               .x = {"N", true},
               .y = {"proposals", true},
               .series = proposals.means(ChartSeries::Kind::points)};
  if (effort.series.empty()) return {};
  const std::size_t measured = effort.series.size();
  for (std::size_t i = 0; i < measured; ++i) {
    if (ChartSeries fit = fitted(effort.series[i]); !fit.points.empty())
      effort.series.push_back(std::move(fit));
  }
  Chart success{.id = "edmc-annealing",
                .title = "Instances solved against N",
                .caption =
                    "Fraction of instances solved within the default budgets, Wilson's 95 percent "
                    "intervals.",
                .command = origins.text(),
                .x = {"N", true},
                .y = {"solved"},
                .series = outcomes.fractions()};
  return {std::move(effort), std::move(success)};
}

}  // namespace bitbasin
