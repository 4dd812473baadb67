// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/search/edmc.h"

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {

const OptionTable<EdmcOptions>& edmc_options() {
  static const OptionTable<EdmcOptions> table{
      option("mode", &EdmcOptions::mode,
             {{"parallel", EdmcMode::parallel},
              {"heuristic", EdmcMode::heuristic},
              {"batch", EdmcMode::batch},
              {"predicted", EdmcMode::predicted},
              {"plain", EdmcMode::plain}},
             "how flips are chosen and accepted"),
      option("gamma", &EdmcOptions::gamma, {0.0, 100.0}, "strength of the external field at first", "gamma"),
      option("gamma_step", &EdmcOptions::gamma_step, {1e-7, 10.0},
             "increase of gamma at a local maximum, or after each sweep in mode parallel"),
      option("gamma_max", &EdmcOptions::gamma_max, {0.0, 100.0}, "gamma at which a run is given up"),
      option("period", &EdmcOptions::period, {0.0, 1e6, true},
             "maximum number of proposals at one gamma, in units of N"),
      option("y", &EdmcOptions::y, {0.0, std::numeric_limits<double>::infinity(), true},
             "inverse temperature of the acceptance; inf: only flips that raise F", "y"),
      option("candidates", &EdmcOptions::candidates, {1, 1000000},
             "mismatches drawn by mode heuristic; the one with the largest field is flipped"),
      option("batch", &EdmcOptions::batch, {0.0, 1.0, true},
             "flips made at once by mode batch, in units of N"),
      option("tolerance", &EdmcOptions::tolerance, {0.0, 1.0, true},
             "change of a message below which it counts as converged"),
      option("max_sweeps", &EdmcOptions::max_sweeps, {1, 1000000}, "maximum number of sweeps to converge"),
      option("averages", &EdmcOptions::averages, {0, 1000000},
             "sweeps over which fields are averaged if messages do not converge"),
      option("restarts", &EdmcOptions::restarts, {0, 1000000}, "restarts before giving up"),
      option("mend", &EdmcOptions::mend, {0.0, 1e6},
             "flips, in units of N, of the local search that repairs a frozen run of mode parallel, if the "
             "problem has one"),
  };
  return table;
}

void check(const EdmcOptions& options) {
  const bool chain = options.mode == EdmcMode::plain || options.mode == EdmcMode::predicted;
  if (!chain && std::isfinite(options.y)) {
    fail("expected y = inf in the modes parallel, heuristic and batch; got {}", options.y);
  }
}

SolveResult as_solve_result(const EdmcResult& found, EdmcMode mode) {
  return {.configuration = found.best,
          .violations = found.energy,
          .iterations = mode == EdmcMode::parallel ? found.sweeps : found.proposals,
          .restarts = found.restarts,
          .flips = found.accepted,
          .messages = found.updates};
}

}  // namespace bitbasin
