// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/edmc_scaling.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <vector>

#include "bitbasin/base/statistics.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/edmc.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin {
namespace {

struct Size {
  std::size_t n;
  std::uint64_t quick, full;  // instances
};

// Proposals until solved; empty if not solved.
using Run = std::function<std::optional<double>(std::size_t n, std::uint64_t seed, RunControl&)>;

ClaimResult measure(const std::vector<Size>& sizes, double exponent, const Run& run, const ClaimSetup& setup,
                    RunControl& control) {
  std::vector<double> ns, means, errors;
  std::uint64_t solved = 0, tried = 0;
  for (const Size& size : sizes) {
    std::vector<double> proposals;
    const std::uint64_t instances = setup.profile == Profile::quick ? size.quick : size.full;
    for (std::uint64_t i = 0; i < instances; ++i) {
      const auto count = run(size.n, setup.seed * 1'000'000 + tried, control);
      if (control.stop_reason() != StopReason::none) {
        return {Verdict::not_run, fmt::format("stopped after {} instances", tried), {}};
      }
      ++tried;
      if (count) proposals.push_back(*count);
    }
    solved += proposals.size();
    if (proposals.size() < 2) {
      return {Verdict::not_reproduced, fmt::format("{} of {} solved", solved, tried), {}};
    }
    const MeanError mean = mean_and_error(proposals);
    ns.push_back(static_cast<double>(size.n));
    means.push_back(mean.mean);
    errors.push_back(mean.standard_error);
  }
  const PowerLawFit power = fit_power_law(ns, means, errors);
  const LinearithmicFit log_law = fit_linearithmic(ns, means, errors);
  // The larger of the error by counting and of that by the scatter about the fit.
  const double error = power.b_error * std::sqrt(std::max(1.0, power.quality.reduced_chi2));
  return {std::abs(power.b - exponent) <= 0.1 ? Verdict::reproduced : Verdict::not_reproduced,
          fmt::format("{:.2f} ({} of {} solved; {:.2f} N ln N to {:.0f} %)", power.b, solved, tried,
                      log_law.a, 100 * log_law.quality.residual_rms),
          std::pair{power.b - kZ95 * error, power.b + kZ95 * error}};
}

}  // namespace

std::function<ClaimResult(const ClaimSetup&, RunControl&)> edmc_perceptron_claim(double alpha,
                                                                                 double exponent) {
  const Run run = [alpha](std::size_t n, std::uint64_t seed, RunControl& control) -> std::optional<double> {
    const PerceptronInstance instance = random_instance(n, pattern_count(n, alpha), seed);
    EdmcOptions options;
    options.mode = EdmcMode::predicted;
    const SolveResult found = solve(instance, options, {seed, 1}, control);
    if (check_weights(instance, found.weights) > 0) return {};
    return static_cast<double>(found.iterations);
  };
  return [=](const ClaimSetup& setup, RunControl& control) {
    return measure({{201, 40, 100}, {401, 40, 100}, {801, 40, 100}, {1601, 20, 100}}, exponent, run, setup,
                   control);
  };
}

std::function<ClaimResult(const ClaimSetup&, RunControl&)> edmc_ksat_claim(std::uint32_t k, double alpha,
                                                                           double exponent) {
  const Run run = [=](std::size_t n, std::uint64_t seed, RunControl& control) -> std::optional<double> {
    const auto variables = static_cast<std::uint32_t>(n);
    const Formula formula = random_ksat(variables, clause_count(variables, alpha), k, seed);
    const Spec spec = parse_spec("edmc:mode=predicted");
    const SatResult found = sat_algorithm(spec.name).solve(formula, spec, {seed}, control);
    if (count_unsatisfied(formula, found.assignment) > 0) return {};
    return static_cast<double>(found.iterations);
  };
  return [=](const ClaimSetup& setup, RunControl& control) {
    return measure({{100, 200, 1000}, {500, 80, 200}, {1000, 40, 100}, {5000, 10, 20}, {10000, 5, 20}},
                   exponent, run, setup, control);
  };
}

}  // namespace bitbasin
