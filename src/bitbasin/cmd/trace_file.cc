// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/trace_file.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

namespace bitbasin {
namespace {

// Empty where there is no number; infinity is spelt as the readers of CSV spell it.
std::string entry(std::optional<double> value) {
  return value && !std::isnan(*value) ? fmt::format("{}", *value) : std::string();
}

}  // namespace

TraceFile::TraceFile(const std::string& path) : file_(path) {
  file_.write(
      "iteration,restart,reinforcement,gamma,y,margin,errors,overlap,distance,free_entropy,local_entropy,"
      "seconds\n");
}

void TraceFile::add(const TracePoint& p, double seconds) {
  file_.write(fmt::format("{},{},{},{},{},{},{},{},{},{},{},{:.6f}\n", p.iteration, p.restart,
                          entry(p.reinforcement), entry(p.gamma), entry(p.y), entry(p.margin), p.errors,
                          entry(p.overlap), entry(p.distance), entry(p.free_entropy), entry(p.local_entropy),
                          seconds));
}

}  // namespace bitbasin
