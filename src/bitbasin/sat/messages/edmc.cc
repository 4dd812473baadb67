// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/edmc.h"

#include <algorithm>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/sat/messages/clause_groups.h"
#include "bitbasin/sat/messages/estimator.h"
#include "bitbasin/sat/relative_density.h"
#include "bitbasin/sat/search/probsat.h"
#include "bitbasin/search/edmc_run.h"

namespace bitbasin {
namespace {

// A frozen run that leaves more unsatisfied clauses than this, in number and fraction, was far from a
// solution.
constexpr double kFewLeft = 0.002;
constexpr double kFewest = 5;
// Runs under way are mended where a sweep takes longer than to try, and where few enough is left for the try
// to be short.
constexpr double kVeryFewLeft = 1e-3;
constexpr std::int64_t kFlipsForEach = 1000;

}  // namespace

EdmcOptions resolve_for_sat(EdmcOptions options, double load, std::uint32_t variables) {
  const bool parallel = options.mode == EdmcMode::parallel;
  const double hardness = std::clamp((load - 0.85) / 0.13, 0.0, 1.0);
  const double size = std::max(1.0, variables / 1e4);  // in 10000
  const double pace = 0.0025 * (1 - 0.6 * hardness) * portable_exp(-portable_log(size) / 6);
  if (!options.gamma) options.gamma = parallel ? 0 : 0.2;
  if (!options.gamma_step) options.gamma_step = parallel ? pace : 0.1;
  if (!options.gamma_max) options.gamma_max = parallel ? 0.4 : 2.5;
  if (!options.tolerance) options.tolerance = 0.1;
  return options;
}

SolveResult solve(const Formula& formula, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const EdmcOptions resolved = resolve_for_sat(options, relative_density(formula), formula.variables);
  SatEstimator estimator(formula, {*resolved.tolerance, resolved.max_sweeps}, setup.threads);
  const auto clauses = static_cast<double>(formula.clauses());
  const double few = std::max(kFewest, kFewLeft * clauses);
  const double very_few = formula.clauses() >= ClauseGroups::kManyClauses ? kVeryFewLeft * clauses : 0;
  const auto flips = std::max<std::int64_t>(1, static_cast<std::int64_t>(resolved.mend * formula.variables));
  const auto mend = [&](const BitVector& reference, EdmcStage stage, EdmcResult& result) {
    const bool frozen = stage == EdmcStage::frozen;
    if (static_cast<double>(estimator.energy()) > (frozen ? few : very_few)) return false;
    ProbsatOptions local;
    local.flips =
        frozen ? flips : std::min(flips, kFlipsForEach * static_cast<std::int64_t>(estimator.energy()));
    const SolveResult mended = probsat_from(reference, formula, estimator.occurrences(), local,
                                            {setup.seed + result.restarts}, control);
    result.accepted += mended.flips;
    if (mended.violations >= result.energy) return false;
    result.energy = mended.violations;
    result.best = mended.configuration;
    return mended.solved();
  };
  return as_solve_result(run_edmc(estimator, resolved, setup, control, mend), resolved.mode);
}

}  // namespace bitbasin
