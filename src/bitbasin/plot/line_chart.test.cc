// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/plot/line_chart.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"

namespace bitbasin::line_chart_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++found;
  return found;
}

TEST(LineChart, TicksAreRound) {
  EXPECT_THAT(round_ticks(0, 0.3, 6),
              ElementsAre(0, 0.05, 0.1, ::testing::DoubleEq(0.15), 0.2, 0.25, ::testing::DoubleEq(0.3)));
  EXPECT_THAT(round_ticks(-7, 23, 3), ElementsAre(0, 10, 20));
}

TEST(LineChart, DrawsSeriesAxesAndLegend) {
  const LineChart chart{
      "a < b", "d", "S_I", {{"curve & co", {{0, 0}, {1, 1}}, LineStyle::dashed, 1}, {"", {{0, 1}, {1, 0}}}}};
  const std::string svg = to_svg({&chart, 1});
  EXPECT_TRUE(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("a &lt; b"));
  EXPECT_THAT(svg, HasSubstr("curve &amp; co"));
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray=\"7 4\""));
  EXPECT_EQ(count(svg, "class=\"line\""), 3u);  // two series and one sample in the legend
}

double number_after(const std::string& text, const std::string& part) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? std::nan("") : std::stod(text.substr(at + part.size()));
}

TEST(LineChart, TheLegendStandsBesideTheAxes) {
  const LineChart chart{"", "", "", {{"a rather long label", {{0, 0}, {1, 1}}}}};
  const std::string svg = to_svg({&chart, 1});
  const std::string clip = svg.substr(svg.find("<clipPath"));
  const double right = number_after(clip, "<rect x=\"") + number_after(clip, "width=\"");
  const double text = number_after(svg, "<text class=\"legend\" x=\"");
  EXPECT_GT(text, right);
  EXPECT_GT(number_after(svg, "viewBox=\"0 0 "), text + 100) << "and inside the picture";
  const LineChart without{"", "", "", {{"", {{0, 0}, {1, 1}}}}};
  EXPECT_LT(number_after(to_svg({&without, 1}), "viewBox=\"0 0 "), number_after(svg, "viewBox=\"0 0 "));
}

struct Frame {
  double left, top, width, height;
};

// The rectangle of the axes of a panel.
Frame frame_of(const std::string& svg, int panel) {
  const std::string clip = svg.substr(svg.find("<clipPath id=\"c" + std::to_string(panel) + "\""));
  return {number_after(clip, "<rect x=\""), number_after(clip, " y=\""), number_after(clip, "width=\""),
          number_after(clip, "height=\"")};
}

// The corners of the first line that is clipped to a panel, as fractions of its width and height, from below.
std::vector<std::pair<double, double>> line_in(const std::string& svg, int panel) {
  const Frame frame = frame_of(svg, panel);
  const std::size_t begin = svg.find("d=\"M", svg.find("clip-path=\"url(#c" + std::to_string(panel) + ")\""));
  std::string path = svg.substr(begin + 4, svg.find("\"/>", begin) - begin - 4);
  std::ranges::replace_if(
      path, [](char c) { return c == 'L' || c == 'M'; }, ' ');
  std::istringstream numbers(path);
  std::vector<std::pair<double, double>> corners;
  for (double x, y; numbers >> x >> y;) {
    corners.emplace_back((x - frame.left) / frame.width, 1 - (y - frame.top) / frame.height);
  }
  return corners;
}

auto near(double x, double y) {
  constexpr double kRounding = 1e-4;  // coordinates have two decimals
  return ::testing::Pair(::testing::DoubleNear(x, kRounding), ::testing::DoubleNear(y, kRounding));
}

TEST(LineChart, PointsStandWhereTheAxesSay) {
  LineChart chart{"", "", "", {{"", {{0, -1}, {0.25, 0}, {1, 3}}}}};
  chart.x_range = {0, 1};
  chart.y_range = {-1, 3};
  LineChart logarithmic{"", "", "", {{"", {{1, 0}, {10, 1}, {100, 2}}}}};
  logarithmic.log_x = true;
  logarithmic.y_range = {0, 4};
  const LineChart charts[] = {chart, logarithmic};
  const std::string svg = to_svg(charts);
  EXPECT_THAT(line_in(svg, 0), ElementsAre(near(0, 0), near(0.25, 0.25), near(1, 1)));
  EXPECT_THAT(line_in(svg, 1), ElementsAre(near(0, 0), near(0.5, 0.25), near(1, 0.5)));
  EXPECT_GE(frame_of(svg, 1).left, frame_of(svg, 0).left + frame_of(svg, 0).width) << "panels side by side";
}

// A twenty-fifth of the span is left free above, and below as well unless the axis begins at zero.
TEST(LineChart, RangesFollowFromThePointsWithSomeRoom) {
  const auto drawn = [](std::vector<std::pair<double, double>> points) {
    const LineChart chart{"", "", "", {{"", std::move(points)}}};
    return line_in(to_svg({&chart, 1}), 0);
  };
  EXPECT_THAT(drawn({{0, 0}, {2, 1}}), ElementsAre(near(0, 0), near(1, 1 / 1.04)));
  EXPECT_THAT(drawn({{0, -1}, {2, 1}}), ElementsAre(near(0, 0.04 / 1.08), near(1, 1.04 / 1.08)));
  EXPECT_THAT(drawn({{1, 0.4}, {10, 1}}), ElementsAre(near(0.1, 0.4 / 1.04), near(1, 1 / 1.04)))
      << "from zero";
  EXPECT_THAT(drawn({{4, 9}, {10, 10}}), ElementsAre(near(0, 0.04 / 1.08), near(1, 1.04 / 1.08)));
  EXPECT_THAT(drawn({{5, 7}}), ElementsAre(near(0, 0.04 / 1.08))) << "a single point";
}

TEST(LineChart, PointsAreCirclesInTheColorOfTheirSeries) {
  LineChart chart{"", "", "", {{"", {{0, 0}, {0.5, 1}, {1, std::nan("")}}, LineStyle::points, 1}}};
  chart.x_range = {0, 1};
  chart.y_range = {0, 1};
  const std::string svg = to_svg({&chart, 1});
  const Frame frame = frame_of(svg, 0);
  EXPECT_EQ(count(svg, "<circle"), 2u);
  EXPECT_EQ(count(svg, "fill=\"#d55e00\""), 2u);
  const std::string second = svg.substr(svg.rfind("<circle"));
  EXPECT_NEAR(number_after(second, "cx=\""), frame.left + frame.width / 2, 0.01);
  EXPECT_NEAR(number_after(second, "cy=\""), frame.top, 0.01);
}

TEST(LineChart, WhatIsNotFiniteInterruptsTheLine) {
  const LineChart chart{"", "", "", {{"", {{0, 0}, {1, 1}, {2, std::nan("")}, {3, 1}, {4, 0}}}}};
  const std::string svg = to_svg({&chart, 1});
  const std::size_t line = svg.find("class=\"line\"");
  const std::string path = svg.substr(line, svg.find("/>", line) - line);
  EXPECT_EQ(count(path, "M"), 2u) << path;
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

TEST(LineChart, NothingToShowIsAnError) {
  const LineChart chart{"empty", "", "", {}};
  EXPECT_THROW(to_svg({&chart, 1}), Error);
  EXPECT_THROW(to_svg({}), Error);
}

}  // namespace
}  // namespace bitbasin::line_chart_test
