// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/theory_figure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bitbasin/plot/line_chart.h"

namespace bitbasin {
namespace {

// The points that satisfy a condition; the others interrupt the line, except the first one after, which
// connects it to its neighbour.
template <class Condition>
Series part(const std::vector<TheoryPoint>& points, LineStyle style, int color, Condition shown) {
  Series series{"", {}, style, color};
  for (std::size_t i = 0; i < points.size(); ++i) {
    const bool joins = i > 0 && shown(points[i - 1]);
    const bool visible = points[i].converged && (shown(points[i]) || joins);
    const double value = visible ? points[i].internal_entropy : std::numeric_limits<double>::quiet_NaN();
    series.points.emplace_back(points[i].d, value);
    if (visible && !shown(points[i])) {
      series.points.emplace_back(points[i].d, std::numeric_limits<double>::quiet_NaN());
    }
  }
  return series;
}

// If all distances are below this, the axis is logarithmic.
constexpr double kCloseUp = 0.18;

Series bound(double last) {
  Series series{"alpha = 0", {}, LineStyle::solid, -1};
  constexpr int kPoints = 200;
  for (int i = 1; i <= kPoints; ++i) {
    const double d = last * i / kPoints;
    series.points.emplace_back(d, -d * std::log(d) - (1 - d) * std::log(1 - d));
  }
  return series;
}

}  // namespace

std::string theory_figure(LabelSource task, const std::vector<TheoryCurves>& curves,
                          const std::vector<GeneralizationRow>& errors, double error_distance) {
  const bool teacher = task == LabelSource::teacher;
  std::vector<LineChart> charts;
  LineChart entropy{teacher ? "Solutions around reference solutions, teacher's labels"
                            : "Solutions around reference solutions, random labels",
                    "distance d",
                    "internal entropy S_I",
                    {}};
  double last = 0;
  double highest = 0;
  double lowest_shown = 0;
  for (const TheoryCurves& c : curves) {
    for (const TheoryPoint& p : c.dense) {
      last = std::max(last, p.d);
      if (!p.converged) continue;
      highest = std::max(highest, p.internal_entropy);
      lowest_shown = std::min(lowest_shown, p.internal_entropy);
    }
  }
  int color = 0;
  entropy.series.push_back(bound(last));
  for (const TheoryCurves& c : curves) {
    Series solid = part(c.dense, LineStyle::solid, color, [](const TheoryPoint& p) { return p.physical(); });
    solid.label = fmt::format("alpha = {:g}", c.alpha);
    entropy.series.push_back(std::move(solid));
    entropy.series.push_back(
        part(c.dense, LineStyle::dashed, color, [](const TheoryPoint& p) { return !p.physical(); }));
    entropy.series.push_back(
        part(c.typical, LineStyle::dotted, color, [](const TheoryPoint&) { return true; }));
    ++color;
  }
  if (!curves.empty() && !curves.front().typical.empty()) {
    entropy.series.push_back({"dotted: y = 0", {}, LineStyle::dotted, -1});
  }
  const double lowest = std::min(-0.05 * highest, lowest_shown);
  entropy.y_range = {{lowest - 0.05 * (highest - lowest), highest + 0.1 * (highest - lowest)}};
  if (last < kCloseUp) {
    entropy.series.erase(entropy.series.begin());  // the bound is far above
    entropy.log_x = true;
  }
  charts.push_back(std::move(entropy));
  if (!errors.empty()) {
    LineChart chart{"Generalisation error", "alpha", "error", {}};
    Series typical{"typical solutions", {}, LineStyle::solid, 1};
    Series reference{
        fmt::format("reference solutions, y*, d = {:g}", error_distance), {}, LineStyle::solid, 0};
    for (const GeneralizationRow& row : errors) {
      typical.points.emplace_back(row.alpha, row.typical);
      reference.points.emplace_back(row.alpha, row.reference);
    }
    chart.series = {std::move(typical), std::move(reference)};
    charts.push_back(std::move(chart));
  }
  return to_svg(charts);
}

}  // namespace bitbasin
