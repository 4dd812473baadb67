// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/edmc.h"

#include <algorithm>

#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/tilted_amp.h"
#include "bitbasin/search/edmc_run.h"

namespace bitbasin {

EdmcOptions resolve_for_perceptron(EdmcOptions options, double alpha) {
  const bool parallel = options.mode == EdmcMode::parallel;
  const bool hard = alpha > 0.6;
  if (!options.gamma) options.gamma = parallel ? 0 : hard ? 0.3 : 0.5;
  if (!options.gamma_step) {
    const double hardness = std::clamp((alpha - 0.4) / 0.3, 0.0, 1.0);
    options.gamma_step = parallel ? 0.01 - 0.008 * hardness : hard ? 0.05 : 0.1;
  }
  if (!options.gamma_max) options.gamma_max = parallel ? 2 : 3;
  if (!options.tolerance) options.tolerance = 0.1;
  return options;
}

SolveResult solve(const PerceptronInstance& instance, const EdmcOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const EdmcOptions o = resolve_for_perceptron(options, relative_load(instance));
  const bool parallel = o.mode == EdmcMode::parallel;
  PatternProducts patterns(instance, setup);
  TiltedAmp<PatternProducts> estimator(patterns, instance,
                                       {.tolerance = *o.tolerance,
                                        .max_iterations = static_cast<std::uint64_t>(o.max_sweeps),
                                        .damping = parallel ? kParallelDamping : 0,
                                        .threads = setup.threads});
  return as_solve_result(run_edmc(estimator, o, setup, control), o.mode);
}

}  // namespace bitbasin
