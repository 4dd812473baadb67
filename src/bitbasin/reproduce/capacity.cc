// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/capacity.h"

#include <fmt/format.h>

#include "bitbasin/base/statistics.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin {
namespace {

struct Tally {
  std::uint64_t solved = 0;
  std::uint64_t tried = 0;
};

ClaimResult judge(const Tally& tally, std::size_t n, double alpha, bool complete) {
  ClaimResult result;
  const std::string at =
      fmt::format("{} of {} solved at alpha {}, N = {}", tally.solved, tally.tried, alpha, n);
  if (!complete) {
    result.measured = "stopped after " + at;
    return result;
  }
  const auto interval = wilson_interval(tally.solved, tally.tried);
  result.interval = {interval.low, interval.high};
  result.measured = at;
  const double fraction = static_cast<double>(tally.solved) / static_cast<double>(tally.tried);
  result.verdict = fraction >= 0.5    ? Verdict::reproduced
                   : tally.solved > 0 ? Verdict::partly
                                      : Verdict::not_reproduced;
  return result;
}

}  // namespace

std::function<ClaimResult(const ClaimSetup&, RunControl&)> capacity_claim(std::string algorithm,
                                                                          double alpha) {
  return [=](const ClaimSetup& setup, RunControl& control) {
    const bool quick = setup.profile == Profile::quick;
    const std::size_t n = quick ? 1001 : 10001;
    const std::uint64_t instances = quick ? 20 : 10;
    const PerceptronAlgorithm& solver = perceptron_algorithm(algorithm);
    Tally tally;
    while (tally.tried < instances) {
      // Instances that no other seed of this command shares.
      const std::uint64_t seed = setup.seed * 1'000'000 + tally.tried;
      const PerceptronInstance instance = random_instance(n, pattern_count(n, alpha), seed, setup.threads);
      const SolveResult found = solver.solve(instance, Spec{algorithm, {}}, {seed, setup.threads}, control);
      if (control.stop_reason() != StopReason::none) return judge(tally, n, alpha, false);
      ++tally.tried;
      tally.solved += check_weights(instance, found.weights) == 0;
    }
    return judge(tally, n, alpha, true);
  };
}

}  // namespace bitbasin
