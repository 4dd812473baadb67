// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/sbpi.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bitbasin/math/portable_log.h"
#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/online/online_learning.h"
#include "bitbasin/perceptron/online/ramp_epochs.h"

namespace bitbasin {

const OptionTable<SbpiOptions>& sbpi_options() {
  static const OptionTable<SbpiOptions> table([] {
    std::vector<Option<SbpiOptions>> all{
        option("schedule", &SbpiOptions::schedule,
               {{"constant", SbpiSchedule::constant}, {"ramp", SbpiSchedule::ramp}},
               "whether the probability is constant (the paper's form) or grows during a run"),
        option("theta", &SbpiOptions::theta, {1, kLargestMargin},
               "patterns with T < x . W <= T + theta may be stabilised", "theta_m"),
        option("probability", &SbpiOptions::probability, {0.0, 1.0},
               "probability of stabilising such a pattern; a ramp grows from half of it", "p_s"),
        option("h_max", &SbpiOptions::h_max, {1, kLargestHMax},
               "largest hidden state, an odd number: there are h_max + 1 states"),
        option("epochs", &SbpiOptions::epochs, {1, kMostEpochs}, "epochs of the first run"),
        option("restarts", &SbpiOptions::restarts, {0, 1000000}, "restarts before giving up"),
        option("longer", &SbpiOptions::longer, {1.0, 10.0},
               "ratio of the epochs of a run to those of the run before"),
    };
    append_options(all, learning_noise_options(), &SbpiOptions::noise);
    return all;
  }());
  return table;
}

SbpiOptions resolve(SbpiOptions o, std::size_t n, double alpha) {
  const bool ramp = o.schedule == SbpiSchedule::ramp;
  if (!o.theta) o.theta = least_margin(n);
  if (!o.probability) {
    // Solved at alpha = 0.70, of those tried: 0.30 32/40 (N = 1001), 0.31 20/20 (2001), 0.35 6/6 (5001), 0.37
    // 4/4 (10001); a tenth more or less is clearly worse from N = 5001 on.
    constexpr double kPerFactorTen = 0.07 / 2.302585092994046;
    const double window = 0.30 + kPerFactorTen * portable_log(static_cast<double>(n) / 1001);
    o.probability = std::clamp(ramp ? window * 4 / 3 : window, 0.1, 1.0);
  }
  // At alpha = 0.72, N = 2001, bounds of 2, 3, 4 and 8 sqrt(N) solve 73, 76, 72 and 61 of 100, but small ones
  // take more learning, and N = 10001 fails with 1.3 sqrt(N).
  if (!o.h_max) o.h_max = nearest_h_max(4 * std::sqrt(static_cast<double>(n)));
  if (!o.epochs) o.epochs = ramp ? ramp_epochs(alpha, 500) : 2500;
  return o;
}

LearningPlan plan_of(const SbpiOptions& o, std::int32_t least, std::int32_t stabilise_below) {
  LearningPlan plan;
  plan.bound = bound_of(*o.h_max, "sbpi");
  plan.epochs = static_cast<std::uint64_t>(*o.epochs);
  plan.longer = o.longer;
  plan.restarts = static_cast<std::uint64_t>(o.restarts);
  plan.noise = o.noise;
  plan.rule = [o, least, stabilise_below](double progress) {
    LearningRule rule;
    rule.learn_below = least;
    rule.stabilise_below = stabilise_below;
    // From half: at alpha = 0.72, N = 2001 that solves as many as from zero, with half the learning steps.
    rule.stabilise_probability =
        o.schedule == SbpiSchedule::ramp ? *o.probability * (0.5 + 0.5 * progress) : *o.probability;
    return rule;
  };
  return plan;
}

SolveResult solve(const PerceptronInstance& instance, const SbpiOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const SbpiOptions o = resolve(options, instance.n(), relative_load(instance));
  const auto least = static_cast<std::int32_t>(instance.sums().least);
  return learn_online(instance, plan_of(o, least, below_margin(instance, *o.theta)), setup, control);
}

}  // namespace bitbasin
