// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include "bitbasin/base/statistics.h"
#include "bitbasin/report/charts.h"
#include "bitbasin/report/option_series.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

bool proposes_flips(const DoneTask& done) {
  return done.runs_algorithm("edmc") || done.runs_algorithm("sa");
}

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

// Adds to each series of a chart the power law through it.
void add_fits(Chart& chart) {
  const std::size_t measured = chart.series.size();
  for (std::size_t i = 0; i < measured; ++i) {
    if (ChartSeries fit = fitted(chart.series[i]); !fit.points.empty())
      chart.series.push_back(std::move(fit));
  }
}

// The work of solvers that do not propose flips, where at least three sizes were solved.
std::optional<Chart> work_chart(const Results& results) {
  constexpr std::size_t kFewestSizes = 3;
  const OptionSeries varied(results);
  std::map<std::string, std::set<std::int64_t>> sizes;
  const auto belongs = [&](const DoneTask& done) {
    return done.kind == "solve perceptron" && done.parameter("task") == "classify" && done.n && done.alpha &&
           done.solved() && !proposes_flips(done) && !varied.point_of(done);
  };
  for (const DoneTask& done : results.done()) {
    if (belongs(done)) sizes[size_series(done)].insert(*done.n);
  }
  Samples work;
  Origins origins;
  for (const DoneTask& done : results.done()) {
    if (!belongs(done) || sizes[size_series(done)].size() < kFewestSizes) continue;
    const auto spent = done.number("work");
    if (!spent || *spent <= 0) continue;
    work.add(size_series(done), static_cast<double>(*done.n), *spent);
    origins.add(done);
  }
  if (work.empty()) return {};
  Chart chart{.id = "work-scaling",
              .title = "Work until solved against N",
              .caption =
                  "Presentations of patterns, or their equal in message passing, of instances that were "
                  "solved; mean and 95 percent interval, with power laws fitted.",
              .command = origins.text(),
              .x = {"N", true},
              .y = {"work", true},
              .series = work.means(ChartSeries::Kind::points)};
  add_fits(chart);
  return chart;
}

}  // namespace

std::vector<Chart> scaling_charts(const Results& results) {
  std::vector<Chart> charts;
  if (auto work = work_chart(results)) charts.push_back(std::move(*work));
  Samples proposals;
  Outcomes outcomes;
  Origins origins;
  // A series over N is one where N varies.
  std::map<std::string, std::set<std::int64_t>> sizes;
  const OptionSeries varied(results);
  const auto belongs = [&](const DoneTask& done) {
    return (done.kind == "solve ksat" ||
            (done.kind == "solve perceptron" && done.parameter("task") == "classify")) &&
           done.n && done.alpha && proposes_flips(done) && !varied.point_of(done);
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
  if (effort.series.empty()) return charts;
  add_fits(effort);
  Chart success{.id = "edmc-annealing",
                .title = "Instances solved against N",
                .caption =
                    "Fraction of instances solved within the default budgets, Wilson's 95 percent "
                    "intervals.",
                .command = origins.text(),
                .x = {"N", true},
                .y = {"solved"},
                .series = outcomes.fractions()};
  charts.push_back(std::move(effort));
  charts.push_back(std::move(success));
  return charts;
}

}  // namespace bitbasin
