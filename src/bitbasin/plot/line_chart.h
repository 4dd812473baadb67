// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace bitbasin {

enum class LineStyle { solid, dashed, dotted, points };

// Points joined in their order; one that is not finite interrupts the line.
struct Series {
  std::string label;  // empty: not in the legend
  std::vector<std::pair<double, double>> points;
  LineStyle style = LineStyle::solid;
  int color = 0;  // index into a palette that colour-blind readers can tell apart; -1 is grey
};

struct LineChart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Series> series;
  bool log_x = false;  // points with x <= 0 are left out
  // Empty: the span of the points, including 0.
  std::optional<std::pair<double, double>> x_range = {};
  std::optional<std::pair<double, double>> y_range = {};
};

// One SVG image with the charts side by side. Fails if a chart has nothing to show.
std::string to_svg(std::span<const LineChart> charts);

// Ticks at round numbers that cover [low, high], about `count` of them.
std::vector<double> round_ticks(double low, double high, int count);

}  // namespace bitbasin
