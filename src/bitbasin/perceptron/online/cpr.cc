// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/cpr.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/online/online_learning.h"
#include "bitbasin/perceptron/online/ramp_epochs.h"

namespace bitbasin {

const OptionTable<CprOptions>& cpr_options() {
  static const OptionTable<CprOptions> table([] {
    std::vector<Option<CprOptions>> all{
        option("schedule", &CprOptions::schedule,
               {{"constant", CprSchedule::constant}, {"ramp", CprSchedule::ramp}},
               "whether the reinforcement is constant (the paper's form) or grows during a run"),
        option("drive", &CprOptions::drive,
               {{"presentations", CprDrive::presentations}, {"errors", CprDrive::errors}},
               "whether every presentation reinforces (the paper's form) or only those that learn"),
        option("reinforcement", &CprOptions::reinforcement, {0.0, 1000.0},
               "strength, in units of 1 / sqrt(N) for drive=errors and of sqrt(2 / (pi N)) for "
               "drive=presentations",
               "c sqrt(N), p_r sqrt(pi N / 2)"),
        option("margin", &CprOptions::margin, {0, kLargestMargin},
               "patterns with x . W <= T + margin are learned; 0 in the paper"),
        option("h_max", &CprOptions::h_max, {1, kLargestHMax},
               "largest hidden state, an odd number: there are h_max + 1 states"),
        option("epochs", &CprOptions::epochs, {1, kMostEpochs}, "epochs of the first run"),
        option("restarts", &CprOptions::restarts, {0, 1000000}, "restarts before giving up"),
        option("longer", &CprOptions::longer, {1.0, 10.0},
               "ratio of the epochs of a run to those of the run before"),
    };
    append_options(all, learning_noise_options(), &CprOptions::noise);
    return all;
  }());
  return table;
}

CprOptions resolve(CprOptions o, std::size_t n, double alpha) {
  const double root = std::sqrt(static_cast<double>(n));
  const bool ramp = o.schedule == CprSchedule::ramp;
  if (!o.drive) o.drive = ramp ? CprDrive::errors : CprDrive::presentations;
  const bool errors = *o.drive == CprDrive::errors;
  if (!o.reinforcement) {
    // Errors: at alpha = 0.76, N = 5001 runs end with 13, 8, 5.4, 4.4 and 5.8 errors for 15, 22, 30, 45, 70.
    // Presentations: best at alpha = 0.69 to 0.70 are 0.18 (N = 1001), 0.15 (2001), 0.15 (5001), 0.13
    // (10001).
    const double constant = 0.41 / std::sqrt(std::sqrt(root));
    o.reinforcement = errors ? 35 : ramp ? 2 * constant : constant;
  }
  // With 0, 1 and 3, in 3000 epochs a run, 10, 12 and 9 of 16 instances are solved at alpha = 0.76, N = 2001.
  if (!o.margin) o.margin = least_margin(n);
  // Errors: from 1.4 to 4 sqrt(N) makes no difference at alpha = 0.76.
  if (!o.h_max) o.h_max = nearest_h_max((errors ? 2 : 8) * root);
  if (!o.epochs) o.epochs = ramp ? ramp_epochs(alpha, 300) : 1000;
  return o;
}

LearningPlan plan_of(const CprOptions& o, std::size_t n, std::int32_t learn_below) {
  LearningPlan plan;
  plan.bound = bound_of(*o.h_max, "cpr");
  plan.epochs = static_cast<std::uint64_t>(*o.epochs);
  plan.longer = o.longer;
  plan.restarts = static_cast<std::uint64_t>(o.restarts);
  plan.noise = o.noise;
  const double root = std::sqrt(static_cast<double>(n));
  plan.rule = [o, root, learn_below](double progress) {
    // A ramp with exponent 1.5: at alpha = 0.74, N = 2001 it solves 57 of 100; exponents 1 and 2 solve 41,
    // 59. From 0.5: below it the states do not freeze, and from 1 on fewer are solved (0: 57, 0.6: 59, 1: 50,
    // 1.5: 20).
    constexpr double kStart = 0.5;
    const double most = *o.reinforcement, start = std::min(most, kStart);
    LearningRule rule;
    rule.learn_below = learn_below;
    const double grown = o.schedule == CprSchedule::ramp ? progress * std::sqrt(progress) : 1;
    if (*o.drive == CprDrive::errors) {
      rule.reinforcement = (start + (most - start) * grown) / root;
    } else {
      constexpr double kSqrt2OverPi = 0.797884560802865356;
      rule.background = most * grown * kSqrt2OverPi / root;
    }
    return rule;
  };
  return plan;
}

SolveResult solve(const PerceptronInstance& instance, const CprOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const CprOptions o = resolve(options, instance.n(), relative_load(instance));
  return learn_online(instance, plan_of(o, instance.n(), below_margin(instance, *o.margin)), setup, control);
}

}  // namespace bitbasin
