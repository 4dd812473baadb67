// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/entropy_output.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/base/number.h"

namespace bitbasin {
namespace {

std::vector<std::string_view> split(std::string_view text, char mark) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find(mark, at), text.size());
    parts.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return parts;
}

double parse_distance(std::string_view text) {
  return parse_number<double>("--distances", text, {0, 1});
}

Json number_or_null(double x) {
  return std::isfinite(x) ? Json(x) : Json(nullptr);
}

}  // namespace

const OptionTable<EntropyFlags>& entropy_flag_table() {
  static const OptionTable<EntropyFlags> table{
      option("tolerance", &EntropyFlags::tolerance, {1e-14, 1.0}, "change of a message that counts as none"),
      option("max_sweeps", &EntropyFlags::max_sweeps, {1, 100000000}, "sweeps per point at most"),
  };
  return table;
}

std::vector<double> parse_distances(std::string_view text) {
  const auto ends = split(text, ':');
  std::vector<double> distances;
  if (ends.size() == 1) {
    for (const std::string_view part : split(text, ',')) distances.push_back(parse_distance(part));
    return distances;
  }
  if (ends.size() != 3) fail("expected --distances FIRST:LAST:COUNT or a list but got {}", quote(text));
  constexpr int kMostPoints = 100000;
  const double first = parse_distance(ends[0]), last = parse_distance(ends[1]);
  const int count = parse_number<int>("the count of --distances", ends[2], {1, kMostPoints});
  for (int i = 0; i < count; ++i) {
    const double part = count > 1 ? static_cast<double>(i) / (count - 1) : 0;
    distances.push_back(first + (last - first) * part);
  }
  return distances;
}

void report_entropy(std::span<const EntropyPoint> points, const BetheEntropy& bethe, Session& session) {
  Json list = Json::array();
  session.output.line("{:>10} {:>10} {:>12}", "distance", "gamma", "entropy");
  std::size_t unsure = 0;
  for (const EntropyPoint& point : points) {
    unsure += point.converged ? 0 : 1;
    list.push_back({{"d", point.distance},
                    {"gamma", number_or_null(point.gamma)},
                    {"entropy", number_or_null(point.entropy)},
                    {"converged", point.converged}});
    const bool known = !std::isnan(point.entropy);
    session.output.line(
        "{:>10.6g} {:>10} {:>12}{}", point.distance, known ? fmt::format("{:.6f}", point.gamma) : "-",
        known ? fmt::format("{:.8f}", point.entropy) : "-", point.converged ? "" : "  not converged");
  }
  session.output.line("entropy of all solutions (Bethe) {:.8f}{}", bethe.entropy,
                      bethe.converged ? "" : ", not converged");
  if (unsure > 0) session.output.note("{} of {} points did not converge", unsure, points.size());
  session.output.result["points"] = list;
  session.output.result["bethe_entropy"] = number_or_null(bethe.entropy);
  session.output.result["bethe_converged"] = bethe.converged;
}

}  // namespace bitbasin
