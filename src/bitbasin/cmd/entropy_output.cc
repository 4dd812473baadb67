// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/entropy_output.h"

#include <cmath>

namespace bitbasin {
namespace {

// H(d) = -d ln d - (1 - d) ln(1 - d): every configuration at that distance.
double all_configurations(double d) {
  return d <= 0 || d >= 1 ? 0 : -d * std::log(d) - (1 - d) * std::log1p(-d);
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

void report_entropy(std::span<const EntropyPoint> points, const BetheEntropy& bethe, Session& session) {
  Json list = Json::array();
  session.output.line("{:>10} {:>10} {:>12} {:>12}", "distance", "gamma", "entropy", "bound");
  std::size_t unsure = 0;
  for (const EntropyPoint& point : points) {
    unsure += point.converged ? 0 : 1;
    const double bound = all_configurations(point.distance);
    list.push_back({{"d", point.distance},
                    {"gamma", number_or_null(point.gamma)},
                    {"entropy", number_or_null(point.entropy)},
                    {"bound", bound},
                    {"converged", point.converged}});
    const bool known = !std::isnan(point.entropy);
    session.output.line("{:>10.6g} {:>10} {:>12} {:>12.8f}{}", point.distance,
                        known ? fmt::format("{:.6f}", point.gamma) : "-",
                        known ? fmt::format("{:.8f}", point.entropy) : "-", bound,
                        point.converged ? ""
                        : known         ? "  not converged"
                                        : "  not found");
  }
  session.output.line("entropy of all solutions (Bethe) {:.8f}{}", bethe.entropy,
                      bethe.converged ? "" : ", not converged");
  if (unsure > 0) session.output.note("{} of {} points did not converge", unsure, points.size());
  session.output.result["points"] = list;
  session.output.result["bethe_entropy"] = number_or_null(bethe.entropy);
  session.output.result["bethe_converged"] = bethe.converged;
}

}  // namespace bitbasin
