// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "bitbasin/report/charts.h"
#include "bitbasin/report/option_series.h"
#include "bitbasin/report/samples.h"

namespace bitbasin {
namespace {

bool spans_decades(const std::vector<ChartSeries>& all) {
  double least = INFINITY, most = 0;
  for (const ChartSeries& series : all) {
    for (const ChartPoint& p : series.points) {
      least = std::min(least, p.x);
      most = std::max(most, p.x);
    }
  }
  return least > 0 && most >= 10 * least;
}

}  // namespace

std::vector<Chart> option_charts(const Results& results) {
  struct Gathered {
    Outcomes outcomes;
    Origins origins;
  };
  const OptionSeries varied(results);
  std::map<std::string, Gathered> by_option;
  for (const DoneTask& done : results.done()) {
    const auto point = varied.point_of(done);
    if (!point) continue;
    Gathered& gathered = by_option[point->option];
    gathered.outcomes.add(fmt::format("{}, {}", point->algorithm, point->rest), point->value, done.solved());
    gathered.origins.add(done);
  }
  std::vector<Chart> charts;
  for (const auto& [option, gathered] : by_option) {
    Chart chart{.id = "option-" + option,
                .title = "Instances solved against " + option,
                .caption = fmt::format(
                    "Fraction of random instances solved as the option {} of the algorithm varies, every "
                    "solution checked; bars are Wilson's 95 percent intervals.",
                    option),
                .command = gathered.origins.text(),
                .x = {option},
                .y = {"solved"},
                .series = gathered.outcomes.fractions()};
    chart.x.log = spans_decades(chart.series);
    charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace bitbasin
