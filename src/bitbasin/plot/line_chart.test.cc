// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/plot/line_chart.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {
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
}  // namespace bitbasin
