// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/sbpi.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bitbasin/math/portable_log.h"
#include "bitbasin/perceptron/online_learning.h"

namespace bitbasin {

const OptionTable<SbpiOptions>& sbpi_options() {
  static const OptionTable<SbpiOptions> table{
      option("schedule", &SbpiOptions::schedule,
             {{"constant", SbpiSchedule::constant}, {"ramp", SbpiSchedule::ramp}},
             "whether the probability stays, as in the paper, or grows over a run"),
      option("theta", &SbpiOptions::theta, {1, 1000000}, "largest stability that is still reinforced",
             "theta_m"),
      option("probability", &SbpiOptions::probability, {0.0, 1.0},
             "chance that a barely right pattern is reinforced", "p_s"),
      option("h_max", &SbpiOptions::h_max, {1, 65535}, "bound on the hidden states, odd", "K"),
      option("epochs", &SbpiOptions::epochs, {1}, "presentations of all patterns in the first run"),
      option("restarts", &SbpiOptions::restarts, {0, 1000000}, "fresh starts before giving up"),
      option("longer", &SbpiOptions::longer, {1.0, 10.0}, "how much longer each run is than the one before"),
  };
  return table;
}

SbpiOptions resolve(SbpiOptions o, std::size_t n) {
  const bool ramp = o.schedule == SbpiSchedule::ramp;
  if (!o.theta) o.theta = ramp ? 1 : 3;
  if (!o.probability) {
    const double decades = portable_log(static_cast<double>(n) / 1001) / std::numbers::ln10;
    o.probability = ramp ? 1 : std::clamp(0.11 + 0.05 * decades, 0.05, 1.0);
  }
  if (!o.h_max) o.h_max = 2 * std::llround(2 * std::sqrt(static_cast<double>(n))) - 1;
  return o;
}

SolveResult solve(const PerceptronInstance& instance, const SbpiOptions& given, const SolveSetup& setup,
                  RunControl& control) {
  const SbpiOptions o = resolve(given, instance.n());
  LearningPlan plan;
  plan.bound = static_cast<int>((*o.h_max + 1) / 2);
  plan.epochs = static_cast<std::uint64_t>(o.epochs);
  plan.longer = o.longer;
  plan.restarts = static_cast<std::uint64_t>(o.restarts);
  plan.rule = [&o](double progress) {
    LearningRule rule;
    rule.stabilise_below = static_cast<std::int32_t>(*o.theta) + 1;
    rule.stabilise_probability = *o.probability * (o.schedule == SbpiSchedule::ramp ? progress : 1);
    return rule;
  };
  return learn_online(instance, plan, setup, control);
}

}  // namespace bitbasin
