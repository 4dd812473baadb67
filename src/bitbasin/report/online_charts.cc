// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/option_series.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

// Learning curves are followed to the end of the longest, with no errors after the teacher was found.
Chart learning_curves(const Results& results) {
  Samples errors;
  Origins origins;
  std::map<std::string, std::map<double, double>> times;  // of all points, by series: alpha by patterns
  const auto series = [](const DoneTask& done) {
    return fmt::format("{}, N = {}", done.algorithm, done.n.value_or(0));
  };
  const auto each_point = [](const DoneTask& done, auto visit) {
    const Json* points = done.result.find("points");
    if (points == nullptr || !points->is_array()) return;
    for (std::size_t i = 0; i + 1 < points->size(); ++i) {  // the last is where the run ended
      const auto patterns = number_in(points->at(i), "patterns"), alpha = number_in(points->at(i), "alpha"),
                 error = number_in(points->at(i), "generalization_error");
      if (patterns && alpha && error) visit(*patterns, *alpha, *error);
    }
  };
  for (const DoneTask& done : results.done()) {
    if (done.kind != "learn perceptron") continue;
    each_point(done, [&](double patterns, double alpha, double) { times[series(done)][patterns] = alpha; });
  }
  for (const DoneTask& done : results.done()) {
    if (done.kind != "learn perceptron") continue;
    origins.add(done);
    std::map<double, double> by_patterns;
    each_point(done, [&](double patterns, double, double error) { by_patterns[patterns] = error; });
    for (const auto& [patterns, alpha] : times[series(done)]) {
      const auto found = by_patterns.find(patterns);
      if (found == by_patterns.end() && !done.solved()) continue;  // interrupted
      errors.add(series(done), alpha, found == by_patterns.end() ? 0 : found->second);
    }
  }
  return {.id = "online",
          .title = "Generalisation error in online learning",
          .caption =
              "A teacher learned from a stream of patterns, each of them seen once; mean and 95 percent "
              "interval, 0 once the teacher is found.",
          .command = origins.text(),
          .x = {"patterns per synapse", true},
          .y = {"generalisation error"},
          .series = errors.means(ChartSeries::Kind::both)};
}

// Where fewer than half of the runs find it, a mean of those that do says little.
Chart patterns_needed(const Results& results) {
  std::map<std::pair<std::string, std::int64_t>, Success> found;
  Samples needed;
  Origins origins;
  const auto belongs = [](const DoneTask& done) { return done.kind == "learn perceptron" && done.n; };
  for (const DoneTask& done : results.done()) {
    if (!belongs(done)) continue;
    Success& success = found[{done.algorithm, *done.n}];
    ++success.tried;
    success.solved += done.solved() ? 1 : 0;
  }
  for (const DoneTask& done : results.done()) {
    const auto alpha = done.number("alpha");
    if (!belongs(done) || !done.solved() || !alpha) continue;
    const Success& success = found[{done.algorithm, *done.n}];
    if (2 * success.solved < success.tried) continue;
    needed.add(done.algorithm, static_cast<double>(*done.n), *alpha);
    origins.add(done);
  }
  return {.id = "online-found",
          .title = "Patterns until the teacher is found",
          .caption =
              "Online learning, mean and 95 percent interval of runs that found the teacher, where half or "
              "more did.",
          .command = origins.text(),
          .x = {"N", true},
          .y = {"patterns per synapse"},
          .series = needed.means(ChartSeries::Kind::both)};
}

// Errors after learning, of the runs that are not there for some option of theirs.
Chart damage(const Results& results) {
  const OptionSeries varied(results);
  Samples errors;
  Origins origins;
  for (const DoneTask& done : results.done()) {
    const Json* points = done.result.find("damage");
    const auto patterns = done.number("patterns");
    if (points == nullptr || !points->is_array() || !patterns || !done.solved() || varied.point_of(done))
      continue;
    for (const Json& point : *points) {
      const auto fraction = number_in(point, "fraction"), wrong = number_in(point, "errors");
      if (!fraction || !wrong) continue;
      errors.add(
          fmt::format("{}, N = {}, alpha = {}", done.algorithm, done.n.value_or(0), done.alpha.value_or(0)),
          *fraction, *wrong / *patterns);
    }
    origins.add(done);
  }
  return {
      .id = "damage",
      .title = "Errors after weights were flipped",
      .caption =
          "Fraction of patterns that solutions classify wrongly after a fraction of their weights, chosen "
          "at random, was flipped; mean and 95 percent interval.",
      .command = origins.text(),
      .x = {"fraction of weights flipped"},
      .y = {"fraction of errors"},
      .series = errors.means(ChartSeries::Kind::both)};
}

}  // namespace

std::vector<Chart> online_charts(const Results& results) {
  std::vector<Chart> charts;
  for (Chart& chart : std::vector{learning_curves(results), patterns_needed(results), damage(results)}) {
    if (!chart.series.empty()) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace bitbasin
