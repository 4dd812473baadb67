// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/chart.h"

#include <cmath>

#include "bitbasin/report/base64.h"

namespace bitbasin {
namespace {

Json to_json(const ChartPoint& point) {
  Json json = {{"x", point.x}, {"y", point.y}};
  if (point.low && point.high && std::isfinite(*point.low) && std::isfinite(*point.high)) {
    json["low"] = *point.low;
    json["high"] = *point.high;
  }
  if (!point.label.empty()) json["label"] = point.label;
  if (!point.note.empty()) json["note"] = point.note;
  return json;
}

Json to_json(const ChartAxis& axis) {
  return {{"label", axis.label}, {"scale", axis.log ? "log" : "linear"}};
}

Json to_json(const ChartSeries& series) {
  static constexpr const char* kKinds[] = {"line", "points", "both"};
  Json points = Json::array();
  for (const ChartPoint& point : series.points) {
    if (std::isfinite(point.x) && std::isfinite(point.y)) points.push_back(to_json(point));
  }
  Json json = {{"name", series.name}, {"kind", kKinds[static_cast<int>(series.kind)]}};
  if (series.dashed) json["dashed"] = true;
  json["points"] = std::move(points);
  return json;
}

}  // namespace

Json to_json(const Chart& chart) {
  Json series = Json::array(), rules = Json::array();
  for (const ChartSeries& s : chart.series) series.push_back(to_json(s));
  for (const ChartRule& r : chart.rules) {
    rules.push_back({{"axis", std::string(1, r.axis)}, {"value", r.value}, {"label", r.label}});
  }
  return {{"id", chart.id},           {"title", chart.title},  {"caption", chart.caption},
          {"command", chart.command}, {"x", to_json(chart.x)}, {"y", to_json(chart.y)},
          {"series", series},         {"rules", rules}};
}

Json to_json(const Picture& picture) {
  return {{"id", picture.id},
          {"title", picture.title},
          {"caption", picture.caption},
          {"command", picture.command},
          {"png", base64(picture.png)}};
}

}  // namespace bitbasin
