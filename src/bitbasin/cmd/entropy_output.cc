// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/entropy_output.h"

#include <cmath>

#include "bitbasin/base/counted.h"

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

void report_focusing(std::span<const MeasuredFocusing> measured, Session& session) {
  session.output.line("{:>10} {:>8} {:>12} {:>10} {:>10} {:>14}", "gamma", "y", "F / (N y)", "overlap",
                      "distance", "local entropy");
  std::size_t unsure = 0;
  for (const MeasuredFocusing& at : measured) {
    unsure += at.converged ? 0 : 1;
    session.output.line("{:>10.6g} {:>8.6g} {:>12.8f} {:>10.6f} {:>10.6f} {:>14.8f}{}", at.point.gamma,
                        at.point.y, at.entropy.free_entropy / at.point.y, at.entropy.overlap,
                        (1 - at.entropy.overlap) / 2, at.entropy.local_entropy,
                        at.converged ? "" : "  not converged");
  }
  if (unsure > 0) session.output.note("{} of {} points did not converge", unsure, measured.size());
  describe_focusing(measured, session.output.result);
}

void report_surveys(const MeasuredSurveys& measured, Session& session) {
  session.output.line("complexity {:.6f}, frozen variables {:.4f}, bias {:.4f}{}", measured.complexity,
                      measured.frozen, measured.bias, measured.converged ? "" : ", not converged");
  session.output.note("{} after {}", measured.converged ? "converged" : "did not converge",
                      counted(measured.sweeps, "sweep"));
  describe_surveys(measured, session.output.result);
}

}  // namespace bitbasin
