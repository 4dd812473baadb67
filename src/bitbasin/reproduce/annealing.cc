// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/annealing.h"

#include <fmt/format.h>

#include "bitbasin/base/statistics.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin {

std::function<ClaimResult(const ClaimSetup&, RunControl&)> annealing_fails_claim(std::uint32_t k,
                                                                                 double alpha) {
  return [=](const ClaimSetup& setup, RunControl& control) -> ClaimResult {
    const std::uint32_t n = setup.profile == Profile::quick ? 1000 : 10000;
    const Spec spec = parse_spec("sa");
    constexpr std::uint64_t kFormulas = 10;
    std::uint64_t solved = 0;
    for (std::uint64_t i = 0; i < kFormulas; ++i) {
      const std::uint64_t seed = setup.seed * 1'000'000 + i;
      const Formula formula = random_ksat(n, clause_count(n, alpha), k, seed);
      const SatResult found = sat_algorithm(spec.name).solve(formula, spec, {seed}, control);
      if (control.stop_reason() != StopReason::none) {
        return {Verdict::not_run, fmt::format("stopped after {} formulas", i), {}};
      }
      solved += count_unsatisfied(formula, found.assignment) == 0;
    }
    const Interval interval = wilson_interval(solved, kFormulas);
    return {solved == 0              ? Verdict::reproduced
            : 2 * solved < kFormulas ? Verdict::partly
                                     : Verdict::not_reproduced,
            fmt::format("annealing solves {} of {} at N = {}", solved, kFormulas, n),
            std::pair{interval.low, interval.high}};
  };
}

}  // namespace bitbasin
