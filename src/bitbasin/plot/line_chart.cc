// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/plot/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <limits>
#include <string_view>

#include "bitbasin/base/error.h"

namespace bitbasin {
namespace {

// Sizes in pixels.
constexpr double kPanelWidth = 560, kHeight = 460;
constexpr double kLeft = 78, kRight = 18, kTop = 40, kBottom = 58;

// Okabe and Ito's palette, without yellow.
constexpr std::array<std::string_view, 7> kPalette = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#56b4e9", "#e69f00", "#000000"};

std::string_view color_of(const Series& s) {
  return s.color < 0 ? "#777777" : kPalette[static_cast<std::size_t>(s.color) % kPalette.size()];
}

std::string_view dashes(LineStyle style) {
  return style == LineStyle::dashed   ? " stroke-dasharray=\"7 4\""
         : style == LineStyle::dotted ? " stroke-dasharray=\"1.5 3.5\""
                                      : "";
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    out += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return out;
}

struct Axis {
  double low, high;
  double from, to;  // pixels
  bool logarithmic;

  double place(double value) const {
    const double a = logarithmic ? std::log10(value) : value;
    return from + (a - low) / (high - low) * (to - from);
  }
};

// The range of one coordinate over all points that can be shown.
template <class Get>
std::pair<double, double> span_of(const LineChart& chart, Get get) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  for (const Series& s : chart.series) {
    for (const auto& point : s.points) {
      if (!std::isfinite(point.first) || !std::isfinite(point.second)) continue;
      if (chart.log_x && point.first <= 0) continue;
      low = std::min(low, get(point));
      high = std::max(high, get(point));
    }
  }
  if (!(low <= high)) fail("the chart '{}' has no points to draw", chart.title);
  return {low, high};
}

Axis x_axis(const LineChart& chart, double left) {
  auto [low, high] = chart.x_range.value_or(span_of(chart, [](const auto& p) { return p.first; }));
  if (chart.log_x) {
    low = std::log10(low);
    high = std::log10(high);
  } else if (!chart.x_range && low > 0 && low < 0.3 * high) {
    low = 0;
  }
  if (low == high) high = low + 1;
  return {low, high, left + kLeft, left + kPanelWidth - kRight, chart.log_x};
}

Axis y_axis(const LineChart& chart) {
  auto [low, high] = chart.y_range.value_or(span_of(chart, [](const auto& p) { return p.second; }));
  if (!chart.y_range) {
    if (low > 0 && low < 0.5 * high) low = 0;
    if (low == high) high = low + 1;
    const double room = 0.04 * (high - low);
    if (low != 0) low -= room;
    high += room;
  }
  return {low, high, kHeight - kBottom, kTop, false};
}

std::vector<double> axis_ticks(const Axis& axis) {
  if (!axis.logarithmic) return round_ticks(axis.low, axis.high, 6);
  std::vector<double> ticks;
  for (int decade = static_cast<int>(std::floor(axis.low)); decade <= axis.high; ++decade) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double value = factor * std::pow(10.0, decade);
      if (std::log10(value) >= axis.low - 1e-9 && std::log10(value) <= axis.high + 1e-9) {
        ticks.push_back(value);
      }
    }
  }
  return ticks;
}

void draw_axes(const LineChart& chart, const Axis& x, const Axis& y, std::string& out) {
  const auto to = std::back_inserter(out);
  for (const double tick : axis_ticks(x)) {
    const double at = x.place(tick);
    fmt::format_to(to, "<path class=\"grid\" d=\"M{:.1f} {:.1f}V{:.1f}\"/>", at, y.from, y.to);
    fmt::format_to(to, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n", at,
                   y.from + 18, tick);
  }
  for (const double tick : axis_ticks(y)) {
    const double at = y.place(tick);
    fmt::format_to(to, "<path class=\"{}\" d=\"M{:.1f} {:.1f}H{:.1f}\"/>", tick == 0 ? "zero" : "grid",
                   x.from, at, x.to);
    fmt::format_to(to, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:g}</text>\n", x.from - 7,
                   at + 4, tick);
  }
  fmt::format_to(to, "<path class=\"axis\" d=\"M{:.1f} {:.1f}V{:.1f}H{:.1f}\"/>\n", x.from, y.to, y.from,
                 x.to);
  const double middle = (x.from + x.to) / 2;
  const double center = (y.from + y.to) / 2;
  fmt::format_to(to, "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{}</text>\n", middle,
                 y.from + 42, escaped(chart.x_label));
  fmt::format_to(
      to, "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
      x.from - 54, center, escaped(chart.y_label));
  fmt::format_to(to,
                 "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\" font-weight=\"bold\">{}</text>\n",
                 middle, kTop - 16, escaped(chart.title));
}

void draw_series(const Series& s, const Axis& x, const Axis& y, int panel, std::string& out) {
  const auto to = std::back_inserter(out);
  if (s.style == LineStyle::points) {
    for (const auto& [px, py] : s.points) {
      if (!std::isfinite(px) || !std::isfinite(py)) continue;
      fmt::format_to(to,
                     "<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3\" fill=\"{}\" clip-path=\"url(#c{})\"/>\n",
                     x.place(px), y.place(py), color_of(s), panel);
    }
    return;
  }
  std::string path;
  bool open = false;
  for (const auto& [px, py] : s.points) {
    const bool shown = std::isfinite(px) && std::isfinite(py) && (!x.logarithmic || px > 0);
    if (shown)
      fmt::format_to(std::back_inserter(path), "{}{:.2f} {:.2f}", open ? "L" : "M", x.place(px), y.place(py));
    open = shown;
  }
  if (path.empty()) return;
  fmt::format_to(to, "<path class=\"line\" stroke=\"{}\"{} clip-path=\"url(#c{})\" d=\"{}\"/>\n", color_of(s),
                 dashes(s.style), panel, path);
}

// The legend is to the right of the axes, where it covers nothing.
constexpr double kRow = 17, kSample = 26, kCharacter = 6.7;

double legend_width(const LineChart& chart) {
  std::size_t longest = 0;
  for (const Series& s : chart.series) longest = std::max(longest, s.label.size());
  return longest == 0 ? 0 : kSample + 14 + kCharacter * static_cast<double>(longest);
}

void draw_legend(const LineChart& chart, const Axis& x, const Axis& y, std::string& out) {
  const auto to = std::back_inserter(out);
  const double left = x.to + kRight;
  double line = y.to + 0.75 * kRow;
  for (const Series& s : chart.series) {
    if (s.label.empty()) continue;
    if (s.style == LineStyle::points) {
      fmt::format_to(to, "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"/>", left + kSample / 2,
                     line, color_of(s));
    } else {
      fmt::format_to(to, "<path class=\"line\" stroke=\"{}\"{} d=\"M{:.1f} {:.1f}h{:.1f}\"/>", color_of(s),
                     dashes(s.style), left, line, kSample);
    }
    fmt::format_to(to, "<text class=\"legend\" x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", left + kSample + 6,
                   line + 4, escaped(s.label));
    line += kRow;
  }
}

}  // namespace

std::vector<double> round_ticks(double low, double high, int count) {
  const double rough = (high - low) / count;
  const double decade = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * decade;
  for (const double factor : {5.0, 2.0, 1.0}) {
    if (factor * decade >= rough) step = factor * decade;
  }
  std::vector<double> ticks;
  const auto first = static_cast<long>(std::ceil(low / step - 1e-9));
  const auto last = static_cast<long>(std::floor(high / step + 1e-9));
  for (long k = first; k <= last; ++k) ticks.push_back(static_cast<double>(k) * step);
  return ticks;
}

std::string to_svg(std::span<const LineChart> charts) {
  if (charts.empty()) fail("expected at least one chart, got none");
  double width = 0;
  for (const LineChart& chart : charts) width += kPanelWidth + legend_width(chart);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
      "height=\"{1:g}\" "
      "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12.5\">\n"
      "<style>.grid{{stroke:#e4e4e4}}.zero{{stroke:#999}}.axis{{stroke:#333;fill:none}}"
      ".line{{fill:none;stroke-width:1.9;stroke-linejoin:round}}"
      "</style>\n"
      "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
      width, kHeight);
  double left = 0;
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const Axis x = x_axis(charts[i], left);
    left += kPanelWidth + legend_width(charts[i]);
    const Axis y = y_axis(charts[i]);
    const int panel = static_cast<int>(i);
    fmt::format_to(std::back_inserter(out),
                   "<clipPath id=\"c{}\"><rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" "
                   "height=\"{:.1f}\"/></clipPath>\n",
                   panel, x.from, y.to, x.to - x.from, y.from - y.to);
    draw_axes(charts[i], x, y, out);
    for (const Series& s : charts[i].series) draw_series(s, x, y, panel, out);
    draw_legend(charts[i], x, y, out);
  }
  return out + "</svg>\n";
}

}  // namespace bitbasin
