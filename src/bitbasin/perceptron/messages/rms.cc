// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rms.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/portable_log.h"
#include "bitbasin/perceptron/load.h"
#include "bitbasin/perceptron/messages/max_sum.h"
#include "bitbasin/perceptron/one_sided.h"

namespace bitbasin {
namespace {

// Each restart is slower: a slow ramp may solve what a fast one could not.
constexpr double kSlower = 0.5;

std::size_t count_errors(const OneSided& constraints, const BitVector& w, int threads) {
  std::vector<std::int32_t> products(constraints.x().rows());
  dots(constraints.x(), w, products, threads);
  const std::int32_t least = constraints.least();
  return static_cast<std::size_t>(std::ranges::count_if(products, [=](std::int32_t p) { return p < least; }));
}

// One run from random fields: a ramp, then melts. Improves `best`.
class Run {
 public:
  Run(const OneSided& constraints, const RmsOptions& options, const SolveSetup& setup, SolveResult& best)
      : x_(constraints.x()),
        options_(options),
        setup_(setup),
        state_(x_, constraints.least()),
        best_(best),
        kappa_(*options.margin * std::sqrt(static_cast<double>(x_.cols()))) {}

  void run(double rate, RunControl& control) {
    start_max_sum(state_, Stream(setup_.seed, purpose("rms.start"), best_.restarts));
    dither_ = Stream(setup_.seed, purpose("rms.margin"), best_.restarts);
    if (ramp(*options_.start, rate, control)) return;
    for (std::int64_t i = 0; i < options_.melts; ++i) {
      if (ramp(std::max(*options_.end - options_.melt, *options_.start), rate, control)) return;
    }
  }

 private:
  // Returns true if solved or stopped.
  bool ramp(double start, double rate, RunControl& control) {
    const auto steps = static_cast<std::uint64_t>(std::ceil(std::max(0.0, *options_.end - start) / rate));
    const std::uint64_t planned = best_.iterations + steps;
    for (std::uint64_t t = 0; t < steps; ++t) {
      if (!control.spend(std::max<std::size_t>(1, x_.rows()))) return true;
      const std::size_t errors = step(start + rate * static_cast<double>(t));
      if (errors == 0) return true;
      control.report({"solving", best_.iterations, planned, static_cast<double>(errors)});
    }
    return false;
  }

  std::size_t step(double r) {
    const double kappa = kappa_ * std::max(0.0, 1 - r / options_.margin_end);
    weights_ = state_.weights;
    const std::size_t errors = update_max_sum(x_, state_, r, kappa, dither_, setup_.threads).errors;
    ++best_.iterations;
    best_.offer(weights_, errors);
    if (setup_.on_iteration) {
      setup_.on_iteration({.iteration = best_.iterations,
                           .restart = best_.restarts,
                           .reinforcement = r,
                           .margin = kappa / std::sqrt(static_cast<double>(x_.cols())),
                           .errors = errors,
                           .configuration = &weights_});
    }
    return errors;
  }

  const BitMatrix& x_;
  const RmsOptions& options_;
  const SolveSetup& setup_;
  MaxSumState state_;
  SolveResult& best_;
  double kappa_;
  BitVector weights_;  // before the update
  Stream dither_{0, purpose("rms.margin")};
};

}  // namespace

const OptionTable<RmsOptions>& rms_options() {
  static const OptionTable<RmsOptions> table{
      option("rate", &RmsOptions::rate, {1e-7, 1.0}, "growth of the reinforcement per iteration"),
      option("margin", &RmsOptions::margin, {0.0, 10.0}, "stability required at first, in units of sqrt(N)",
             "kappa"),
      option("margin_end", &RmsOptions::margin_end, {1e-3, 2.0},
             "reinforcement at which the margin reaches zero"),
      option("start", &RmsOptions::start, {0.0, 1.0}, "reinforcement of the first iteration", "r"),
      option("end", &RmsOptions::end, {0.0, 2.0}, "reinforcement at which a ramp ends", "r"),
      option("melt", &RmsOptions::melt, {0.0, 1.0},
             "how far the reinforcement is lowered when a ramp ends with errors"),
      option("melts", &RmsOptions::melts, {0, 1000000}, "how often it is lowered before a restart"),
      option("restarts", &RmsOptions::restarts, {0, 1000000}, "restarts before giving up"),
  };
  return table;
}

RmsOptions resolve(RmsOptions options, double alpha) {
  const bool teacher_only = alpha > kTeacherOnlyAlpha;
  if (!options.rate) {
    constexpr double kEasy = 0.62, kHard = 0.75, kFast = 1e-3, kSlow = 5e-5;
    const double hardness = teacher_only ? 0 : std::clamp((alpha - kEasy) / (kHard - kEasy), 0.0, 1.0);
    options.rate = kFast * portable_exp(hardness * portable_log(kSlow / kFast));
  }
  if (!options.margin) options.margin = teacher_only ? 0 : 1;
  const bool plain = *options.margin == 0;
  if (!options.start) options.start = plain ? 0.2 : 0.5;
  if (!options.end) options.end = plain ? 1 : 0.72;
  return options;
}

SolveResult solve(const PerceptronInstance& instance, const RmsOptions& options, const SolveSetup& setup,
                  RunControl& control) {
  const OneSided constraints(instance);
  const BitMatrix& x = constraints.x();
  if (x.rows() > kMostFactors) {
    fail("expected at most {} patterns for max-sum, got {}", kMostFactors, x.rows());
  }
  const RmsOptions resolved = resolve(options, relative_load(instance));
  SolveResult best{BitVector(x.cols()), 0};
  best.violations = count_errors(constraints, best.configuration, setup.threads);
  Run run(constraints, resolved, setup, best);
  double rate = *resolved.rate;
  for (std::int64_t i = 0; i <= resolved.restarts; ++i, rate *= kSlower) {
    if (!setup.wants_run(static_cast<std::uint64_t>(i))) continue;
    best.restarts = static_cast<std::uint64_t>(i);
    run.run(rate, control);
    if (best.solved() || control.stop_reason() != StopReason::none) break;
  }
  assert(best.violations == count_errors(constraints, best.configuration, setup.threads));
  return best;
}

}  // namespace bitbasin
