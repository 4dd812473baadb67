// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/solver_entropy.h"

#include <fmt/format.h>

#include <vector>

#include "bitbasin/base/statistics.h"
#include "bitbasin/entropy/local_entropy.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/tilted_amp.h"

namespace bitbasin {
namespace {

constexpr double kAlpha = 0.3, kDistance = 0.05;

// NaN where there is no solution, or messages do not converge.
double entropy_around(const PerceptronInstance& instance, const BitVector& weights, RunControl& control) {
  if (check_weights(instance, weights) > 0) return std::numeric_limits<double>::quiet_NaN();
  PatternProducts patterns(instance.x, 1, 2);
  TiltedAmp<PatternProducts> estimator(patterns, instance, {.tolerance = 1e-5, .max_iterations = 2000});
  Stream stream(1, purpose("reproduce.entropy"));
  const double distances[] = {kDistance};
  const EntropyPoint point = local_entropy(estimator, weights, distances, stream, control)[0];
  return point.converged ? point.entropy : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

ClaimResult measure_solver_entropy(const ClaimSetup& setup, RunControl& control) {
  const std::size_t n = 1001;
  const std::uint64_t instances = setup.profile == Profile::quick ? 10 : 50;
  std::vector<double> dense, annealed, difference;
  for (std::uint64_t i = 0; i < instances; ++i) {
    const std::uint64_t seed = setup.seed * 1'000'000 + i;
    const PerceptronInstance instance = random_instance(n, pattern_count(n, kAlpha), seed);
    const auto around = [&](const char* name) {
      const auto found = perceptron_algorithm(name).solve(instance, Spec{name, {}}, {seed, 1}, control);
      return entropy_around(instance, found.weights, control);
    };
    const double rbp = around("rbp"), sa = around("sa");
    if (control.stop_reason() != StopReason::none) {
      return {Verdict::not_run, fmt::format("stopped after {} instances", i), {}};
    }
    if (std::isnan(rbp) || std::isnan(sa)) continue;
    dense.push_back(rbp);
    annealed.push_back(sa);
    difference.push_back(rbp - sa);
  }
  if (difference.size() < 2) return {Verdict::not_run, "too few solutions with converged messages", {}};
  const MeanError gap = mean_and_error(difference);
  return {gap.mean > 3 * gap.standard_error ? Verdict::reproduced : Verdict::not_reproduced,
          fmt::format("s(0.05) = {:.4f}, annealing {:.4f}; gap", mean_and_error(dense).mean,
                      mean_and_error(annealed).mean),
          std::pair{gap.mean - kZ95 * gap.standard_error, gap.mean + kZ95 * gap.standard_error}};
}

}  // namespace bitbasin
