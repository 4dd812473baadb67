// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rbp.h"

#include <algorithm>

#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp_run.h"

namespace bitbasin {
const OptionTable<RbpOptions>& rbp_options() {
  static const OptionTable<RbpOptions> table{
      option("rate", &RbpOptions::rate, {1e-7, 1.0}, "growth of the reinforcement per iteration", "gamma"),
      option("margin", &RbpOptions::margin, {0.0, 10.0}, "stability required at first, in units of sqrt(N)",
             "kappa"),
      option("margin_end", &RbpOptions::margin_end, {1e-3, 1.0},
             "reinforcement at which the margin reaches zero"),
      option("start", &RbpOptions::start, {0.0, 1.0}, "reinforcement of the first iteration"),
      option("damping", &RbpOptions::damping, {0.0, 0.99}, "weight of the old field in the new one"),
      option("restarts", &RbpOptions::restarts, {0, 1000000}, "restarts before giving up"),
  };
  return table;
}

RbpOptions resolve(RbpOptions options, double alpha) {
  if (!options.rate) {
    const double hardness = alpha > kTeacherOnlyAlpha ? 0 : std::clamp((alpha - 0.66) / 0.10, 0.0, 1.0);
    options.rate = 1e-3 * (1 - 0.8 * hardness);
  }
  if (!options.margin) options.margin = alpha > kTeacherOnlyAlpha ? 0 : 0.15;
  return options;
}

SolveResult solve(const PerceptronInstance& instance, const RbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  PatternProducts patterns(instance.x, setup.threads);
  return run_rbp(patterns, resolve(options, instance.alpha()), setup, control);
}

}  // namespace bitbasin
