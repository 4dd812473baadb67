// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/report/option_series.h"

#include <fmt/format.h>

#include <system_error>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/number_from_chars.h"
#include "bitbasin/base/spec.h"

namespace bitbasin {
namespace {

std::optional<double> as_number(const std::string& text) {
  double value = 0;
  const auto [end, error] = number_from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return {};
  return value;
}

// A run seen as a point of each series that it could belong to.
std::vector<OptionPoint> possible_points(const DoneTask& done) {
  if (done.kind != "solve perceptron" || !done.n || !done.alpha || done.parameter("task") != "classify")
    return {};
  Spec spec;
  try {
    spec = parse_spec(done.algorithm);
  } catch (const Error&) {
    return {};  // of another program
  }
  std::vector<OptionPoint> points;
  for (const auto& [name, text] : spec.options) {
    const auto value = as_number(text);
    if (!value) continue;
    OptionPoint point{spec.name, name, *value, {}};
    for (const auto& [other, other_text] : spec.options) {
      if (other != name) point.rest += fmt::format("{}={}, ", other, other_text);
    }
    point.rest += fmt::format("N = {}, alpha = {}", *done.n, *done.alpha);
    points.push_back(std::move(point));
  }
  return points;
}

std::string key_of(const OptionPoint& point) {
  return fmt::format("{} {} {}", point.algorithm, point.option, point.rest);
}

}  // namespace

OptionSeries::OptionSeries(const Results& results) {
  for (const DoneTask& done : results.done()) {
    for (const OptionPoint& point : possible_points(done)) values_[key_of(point)].insert(point.value);
  }
}

std::optional<OptionPoint> OptionSeries::point_of(const DoneTask& done) const {
  constexpr std::size_t kFewestValues = 3;
  for (const OptionPoint& point : possible_points(done)) {
    if (values_.at(key_of(point)).size() >= kFewestValues) return point;
  }
  return {};
}

}  // namespace bitbasin
