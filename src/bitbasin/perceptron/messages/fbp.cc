// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/fbp.h"

#include <algorithm>
#include <cmath>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/fbp_run.h"
#include "bitbasin/perceptron/messages/fbp_schedule.h"

namespace bitbasin {

const OptionTable<FbpOptions>& fbp_options() {
  static const OptionTable<FbpOptions> table{
      option("protocol", &FbpOptions::protocol,
             {{"descent", FbpProtocol::descent},
              {"scoping", FbpProtocol::scoping},
              {"pseudo", FbpProtocol::pseudo},
              {"standard", FbpProtocol::standard},
              {"free", FbpProtocol::free}},
             "how gamma and y change"),
      option("y", &FbpOptions::y, {1.0, 1e6}, "replicas, in descent and scoping", "y"),
      option("iterations", &FbpOptions::iterations, {1, 1000000000}, "length of a run, in descent and free"),
      option("variance", &FbpOptions::variance, {1e-9, 1.0}, "what V / N is to fall to, in descent", "V"),
      option("rate", &FbpOptions::rate, {1e-7, 1.0},
             "growth per iteration of gamma (scoping) or rho (pseudo, standard)"),
      option("start", &FbpOptions::start, {0.0, 100.0},
             "gamma or rho of the first iteration, in all but free"),
      option("end", &FbpOptions::end, {0.0, 100.0}, "gamma or rho at which a run ends"),
      option("x", &FbpOptions::x, {0.0, 0.5}, "exponent of pseudo: gamma = atanh(rho^x)", "x"),
      text_option("points", &FbpOptions::points, "GAMMA:Y/GAMMA:Y/... or none",
                  "what gamma and y pass through in free, evenly in time"),
      option("margin", &FbpOptions::margin, {0.0, 10.0},
             "stability required at first, in units of sqrt(V) (descent) or sqrt(N)", "kappa"),
      option("margin_last", &FbpOptions::margin_last, {0.0, 10.0},
             "stability required at last in descent, in units of sqrt(V)"),
      option("margin_end", &FbpOptions::margin_end, {1e-3, 100.0},
             "gamma or rho at which the margin reaches zero, in all but descent"),
      option("damping", &FbpOptions::damping, {0.0, 0.99}, "weight of the old field in the new one"),
      option("field", &FbpOptions::field, {0.0, 30.0}, "size of the random fields that a run starts from"),
      option("restarts", &FbpOptions::restarts, {0, 1000000}, "restarts before giving up"),
  };
  return table;
}

void check(const FbpOptions& options) {
  const bool free = options.protocol == FbpProtocol::free;
  if (free != (options.points != "none")) {
    fail("fbp: expected points with protocol=free and with no other, got points={}", options.points);
  }
  if (free && parse_focusing_points("points of fbp", options.points).size() < 2) {
    fail("points of fbp: expected two or more, got {}", options.points);
  }
  if (options.y && options.protocol != FbpProtocol::descent && options.protocol != FbpProtocol::scoping) {
    fail("fbp: expected y only with protocol=descent or scoping, got y={}", *options.y);
  }
  const bool by_rho = options.protocol == FbpProtocol::pseudo || options.protocol == FbpProtocol::standard;
  if (by_rho && std::max(options.start.value_or(0), options.end.value_or(0)) > 1) {
    fail("fbp: expected start and end up to 1 with protocol=pseudo or standard, got {} and {}",
         options.start.value_or(0), options.end.value_or(1));
  }
}

FbpOptions resolve(FbpOptions o, double load) {
  const bool descent = o.protocol == FbpProtocol::descent;
  const bool by_gamma = o.protocol == FbpProtocol::scoping || o.protocol == FbpProtocol::free;
  const bool teacher_only = load > kTeacherOnlyAlpha;
  if (!o.y) o.y = 3;
  if (!o.iterations) {
    const double hardness = teacher_only ? 0 : std::clamp((load - 0.66) / 0.08, 0.0, 1.0);
    o.iterations = 1000 + std::llround(2000 * hardness);
  }
  if (!o.rate) o.rate = by_gamma ? 1e-3 : 4e-4;
  if (!o.start) o.start = descent ? 0.15 : 0;
  if (!o.end) o.end = by_gamma ? 2 : 1;
  if (!o.margin) o.margin = teacher_only ? 0 : descent ? 0.4 : 0.15;
  if (!o.margin_last) o.margin_last = *o.margin / 4;
  if (!o.margin_end) o.margin_end = by_gamma ? 1 : 0.5;
  if (!o.field) o.field = 0.01;
  return o;
}

FbpOptions varied(const FbpOptions& options, std::uint64_t seed, std::uint64_t restart) {
  FbpOptions o = options;
  if (restart == 0) return o;
  constexpr std::uint64_t kSlowerRuns = 15;  // later ones are as slow
  const std::uint64_t slower = std::min(restart, kSlowerRuns);
  if (options.protocol == FbpProtocol::descent) {
    Stream stream(seed, purpose("fbp.restart"), restart);
    const auto between = [&](double low, double high) { return low + (high - low) * uniform01(stream); };
    constexpr double kReplicas[] = {1, 2, 2.0 / 3, 4.0 / 3};  // y = 3, 6, 2, 4
    *o.margin *= between(0.6, 1.6);
    *o.margin_last *= between(0.5, 2);
    o.y = std::max(1.0, *o.y * kReplicas[restart % 4]);
    *o.iterations += *o.iterations * static_cast<std::int64_t>(slower) / 30;
    return o;
  }
  constexpr double kMarginFactors[] = {1, 0.5, 2};  // as those of rbp
  constexpr double kSlower = 0.9;
  *o.margin *= kMarginFactors[restart % 3];
  for (std::uint64_t i = 0; i < slower; ++i) *o.rate *= kSlower;
  return o;
}

SolveResult solve(const PerceptronInstance& instance, const FbpOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  PatternProducts patterns(instance, setup);
  return run_fbp(patterns, channel_of(instance.constraint, instance.n()),
                 resolve(options, relative_load(instance)), setup, control);
}

}  // namespace bitbasin
