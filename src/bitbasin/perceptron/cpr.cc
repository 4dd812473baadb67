// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/cpr.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bitbasin/perceptron/online_learning.h"

namespace bitbasin {

const OptionTable<CprOptions>& cpr_options() {
  static const OptionTable<CprOptions> table{
      option("schedule", &CprOptions::schedule,
             {{"constant", CprSchedule::constant}, {"ramp", CprSchedule::ramp}},
             "whether the reinforcement stays, as in the paper, or grows over a run"),
      option("drive", &CprOptions::drive,
             {{"errors", CprDrive::errors}, {"presentations", CprDrive::presentations}},
             "what reinforces: a pattern that is learnt, or every presentation, as in the paper"),
      option("reinforcement", &CprOptions::reinforcement, {0.0, 1000.0},
             "strength of the reinforcement, at the end of a ramp", "c"),
      option("margin", &CprOptions::margin, {1, 1000000}, "patterns below this stability are learnt"),
      option("h_max", &CprOptions::h_max, {1, 65535}, "bound on the hidden states, odd", "K"),
      option("epochs", &CprOptions::epochs, {1}, "presentations of all patterns in the first run"),
      option("restarts", &CprOptions::restarts, {0, 1000000}, "fresh starts before giving up"),
      option("longer", &CprOptions::longer, {1.0, 10.0}, "how much longer each run is than the one before"),
  };
  return table;
}

CprOptions resolve(CprOptions o, std::size_t n, double alpha) {
  if (!o.reinforcement) o.reinforcement = o.drive == CprDrive::errors ? 30 : 0.1;
  if (!o.h_max) o.h_max = 2 * std::llround(std::sqrt(static_cast<double>(n))) - 1;
  if (!o.epochs) {
    constexpr double kTeacherOnly = 0.9;  // beyond the capacity 0.833 of random labels
    const double hardness = alpha > kTeacherOnly ? 0 : std::clamp((alpha - 0.70) / 0.05, 0.0, 1.0);
    o.epochs = std::llround(3000 + 7000 * hardness);
  }
  return o;
}

SolveResult solve(const PerceptronInstance& instance, const CprOptions& given, const SolveSetup& setup,
                  RunControl& control) {
  const CprOptions o = resolve(given, instance.n(), instance.alpha());
  LearningPlan plan;
  plan.bound = static_cast<int>((*o.h_max + 1) / 2);
  plan.epochs = static_cast<std::uint64_t>(*o.epochs);
  plan.longer = o.longer;
  plan.restarts = static_cast<std::uint64_t>(o.restarts);
  const double root = std::sqrt(static_cast<double>(instance.n()));
  plan.rule = [&o, root](double progress) {
    LearningRule rule;
    rule.learn_below = static_cast<std::int32_t>(o.margin);
    const double f = o.schedule == CprSchedule::ramp ? progress * std::sqrt(progress) : 1;
    if (o.drive == CprDrive::errors) {
      rule.reinforcement = *o.reinforcement * f / root;
    } else {
      rule.background = *o.reinforcement * f * std::sqrt(2 / std::numbers::pi) / root;
    }
    return rule;
  };
  return learn_online(instance, plan, setup, control);
}

}  // namespace bitbasin
