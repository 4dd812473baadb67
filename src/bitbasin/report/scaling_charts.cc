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
std::string size_series(const DoneTask& done) {
  const std::string problem = done.kind == "solve ksat" ? done.parameter("k") + "-SAT" : "perceptron";
  return fmt::format("{} alpha = {}, {}", problem, *done.alpha, done.algorithm);
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
  const auto belongs = [](const DoneTask& done) {
    return (done.kind == "solve ksat" ||
            (done.kind == "solve perceptron" && done.parameter("task") == "classify")) &&
           done.n && done.alpha && (done.runs_algorithm("edmc") || done.runs_algorithm("sa"));
  };
  for (const DoneTask& done : results.done()) {
    if (belongs(done)) sizes[size_series(done)].insert(*done.n);
  }
  for (const DoneTask& done : results.done()) {
    if (!belongs(done)) continue;
    const std::string name = size_series(done);
    if (sizes[name].size() < 2) continue;
    const auto n = static_cast<double>(*done.n);
    outcomes.add(name, n, done.solved());
    origins.add(done);
    const auto effort = done.number(done.proposals_key());
    if (done.solved() && effort && *effort > 0) proposals.add(name, n, *effort);
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
