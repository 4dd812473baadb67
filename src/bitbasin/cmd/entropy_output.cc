// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/entropy_output.h"

#include <cmath>

namespace bitbasin {
namespace {

// H(d) = -d ln d - (1 - d) ln(1 - d): every configuration at that distance.
double all_configurations(double d) {
  return d <= 0 || d >= 1 ? 0 : -d * std::log(d) - (1 - d) * std::log1p(-d);
}

std::string value(double x) {
  return std::isnan(x) ? "-" : fmt::format("{:.6f}", x);
}

}  // namespace

void describe_entropy(const BetheEntropy& all, std::span<const EntropyPoint> points, Session& session) {
  Output& out = session.output;
  out.result["bethe_entropy"] = all.entropy;
  out.result["bethe_converged"] = all.converged;
  out.line("entropy of all solutions {:.6f} nats per variable{}", all.entropy,
           all.converged ? "" : " (messages did not converge)");
  out.line("{:>10}  {:>10}  {:>10}  {:>10}  {}", "distance", "gamma", "entropy", "bound", "converged");
  Json list = Json::array();
  for (const EntropyPoint& p : points) {
    const double bound = all_configurations(p.distance);
    list.push_back({{"d", p.distance},
                    {"gamma", p.gamma},
                    {"entropy", p.entropy},
                    {"bound", bound},
                    {"converged", p.converged}});
    out.line("{:10.5f}  {:>10}  {:>10}  {:10.6f}  {}", p.distance, value(p.gamma), value(p.entropy), bound,
             std::isnan(p.entropy) ? "no such point"
             : p.converged         ? "yes"
                                   : "no");
  }
  out.result["points"] = std::move(list);
}

}  // namespace bitbasin
