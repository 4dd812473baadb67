// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/provenance.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <fstream>
#include <random>

#include "bitbasin/base/version.h"
#include "bitbasin/bits/simd_level.h"

namespace bitbasin {
namespace {

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

// The only random number that must not depend on a seed.
std::string fresh_identity() {
  std::random_device device;
  return fmt::format("{:08x}{:08x}{:08x}{:08x}", device(), device(), device(), device());
}

}  // namespace

RunRecord provenance(const SweepPlan& plan, int threads, int ranks) {
  RunRecord run;
  run.identity = fresh_identity();
  run.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  run.version = version();
  run.commit = source_commit();
  run.simd = simd_level();
  run.cpu = cpu_name();
  run.threads = threads;
  run.ranks = ranks;
  run.seed = plan.seed;
  run.file = plan.file;
  run.plan = plan.text;
  return run;
}

}  // namespace bitbasin
