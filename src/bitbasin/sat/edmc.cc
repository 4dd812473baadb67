// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/edmc.h"

#include <algorithm>

#include "bitbasin/sat/estimator.h"
#include "bitbasin/sat/load.h"
#include "bitbasin/search/edmc_run.h"

namespace bitbasin {

EdmcOptions resolve_for_sat(EdmcOptions options, double load) {
  const bool parallel = options.mode == EdmcMode::parallel;
  const double hardness = std::clamp((load - 0.85) / 0.13, 0.0, 1.0);
  if (!options.gamma) options.gamma = parallel ? 0 : 0.2;
  if (!options.gamma_step) options.gamma_step = parallel ? 0.0025 * (1 - 0.6 * hardness) : 0.1;
  if (!options.gamma_max) options.gamma_max = parallel ? 0.4 : 2.5;
  if (!options.tolerance) options.tolerance = 0.1;
  return options;
}

SatResult solve(const Formula& formula, const EdmcOptions& options, const SatSetup& setup,
                RunControl& control) {
  const EdmcOptions resolved = resolve_for_sat(options, load(formula));
  SatEstimator estimator(formula, {*resolved.tolerance, resolved.max_sweeps});
  const EdmcResult found = run_edmc(estimator, resolved, setup.seed, control);
  return {found.best,     found.energy,  resolved.mode == EdmcMode::parallel ? found.sweeps : found.proposals,
          found.accepted, found.updates, found.restarts};
}

}  // namespace bitbasin
