// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/entropy_output.h"

#include <cmath>

namespace bitbasin {

void report_entropy(const MeasuredEntropy& measured, Session& session) {
  session.output.line("{:>10} {:>10} {:>12} {:>12}", "distance", "gamma", "entropy", "bound");
  std::size_t unsure = 0;
  for (const EntropyPoint& point : measured.points) {
    unsure += point.converged ? 0 : 1;
    const bool known = !std::isnan(point.entropy);
    session.output.line("{:>10.6g} {:>10} {:>12} {:>12.8f}{}", point.distance,
                        known ? fmt::format("{:.6f}", point.gamma) : "-",
                        known ? fmt::format("{:.8f}", point.entropy) : "-",
                        entropy_of_all_configurations(point.distance),
                        point.converged ? ""
                        : known         ? "  not converged"
                                        : "  not found");
  }
  session.output.line("entropy of all solutions (Bethe) {:.8f}{}", measured.bethe.entropy,
                      measured.bethe.converged ? "" : ", not converged");
  if (unsure > 0) session.output.note("{} of {} points did not converge", unsure, measured.points.size());
  describe_entropy(measured, session.output.result);
}

}  // namespace bitbasin
