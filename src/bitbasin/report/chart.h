// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "bitbasin/json/json.h"

namespace bitbasin {

struct ChartPoint {
  double x = 0;
  double y = 0;
  std::optional<double> low = {}, high = {};  // of the error bar
  std::string label = {};                     // beside the point
  std::string note = {};                      // shown when the point is selected
};

struct ChartSeries {
  enum class Kind { line, points, both };
  std::string name;
  Kind kind = Kind::line;
  bool dashed = false;
  std::vector<ChartPoint> points = {};
};

struct ChartAxis {
  std::string label;
  bool log = false;
};

// A line across the chart at one value of x or y.
struct ChartRule {
  char axis = 'x';
  double value = 0;
  std::string label = {};
};

struct Chart {
  std::string id;
  std::string title;
  std::string caption;
  std::string command;  // what made it
  ChartAxis x, y;
  std::vector<ChartSeries> series = {};
  std::vector<ChartRule> rules = {};
};

struct Picture {
  std::string id;
  std::string title;
  std::string caption;
  std::string command;
  std::string png;  // the bytes of the file
};

// As the page reads them (web/src/data.ts). Points that are not finite are left out.
Json to_json(const Chart& chart);
Json to_json(const Picture& picture);

}  // namespace bitbasin
