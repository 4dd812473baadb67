// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/reinforced_iteration.h"
#include "bitbasin/rng/uniform.h"

// Reinforced belief propagation over any back end that iterates the messages.

namespace bitbasin {
namespace rbp_detail {

// Iterations between counts of the errors: a count costs a sixth of an iteration.
inline constexpr std::uint64_t kCountEvery = 8;

// A run that had fewer errors than the first fraction and then has more than the second is lost: the fields
// of polarised synapses turn against each other and never settle again. A run that stays at a few errors is
// not lost: at alpha = 0.3 the last error often vanishes only at r = 0.8.
inline constexpr double kPolarised = 0.01;
inline constexpr double kLost = 0.12;

// Small random fields to start from: they only break the symmetry.
inline std::vector<double> random_fields(std::size_t n, std::uint64_t seed, std::uint64_t run,
                                         double size = 0.01) {
  Stream stream(seed, purpose("rbp.start"), run);
  std::vector<double> theta(n);
  for (double& field : theta) field = size * (2 * uniform01(stream) - 1);
  return theta;
}

// One run from random fields until it is solved, lost or at the end of its reinforcement. Improves `best`;
// returns true if it is solved.
template <ReinforcedIteration Engine>
class Run {
 public:
  Run(Engine& engine, const RbpOptions& options, SolveResult& best)
      : engine_(engine), options_(options), best_(best) {}

  bool run(double rate, double margin, std::vector<double> fields, RunControl& control) {
    engine_.start(fields);
    const auto p = static_cast<double>(engine_.patterns());
    bool polarised = false;
    const double ramp = std::max(0.0, kFreezing - *options_.start);
    const auto planned = best_.iterations + static_cast<std::uint64_t>(ramp / rate);
    for (std::uint64_t t = 0;; ++t) {
      const double r = *options_.start + rate * static_cast<double>(t);
      if (r >= *options_.end || !control.spend(std::max<std::size_t>(1, engine_.patterns()))) break;
      step(r, margin);
      ++best_.iterations;
      if (engine_.violates_none()) {
        best_.offer(engine_.signs(), 0);
        return true;
      }
      if (t % kCountEvery != 0) continue;
      const std::size_t errors = offer();
      control.report(
          {"solving", best_.iterations, std::max(planned, best_.iterations), static_cast<double>(errors)});
      polarised = polarised || static_cast<double>(errors) < kPolarised * p;
      if (polarised && static_cast<double>(errors) > kLost * p) break;
    }
    offer();
    return false;
  }

 private:
  static constexpr double kFreezing = 0.5;  // where runs usually end, for the progress line only

  void step(double r, double margin) {
    const double kappa = margin * std::sqrt(static_cast<double>(engine_.inputs())) *
                         std::max(0.0, 1 - r / options_.margin_end);
    const double fresh = 1 - *options_.damping;
    const double memory = r * fresh + *options_.damping;
    engine_.step(kappa, fresh, memory);
  }

  // Signs are asked for only where they are better: another back end has to fetch them.
  std::size_t offer() {
    const std::size_t errors = engine_.count_errors();
    if (errors < best_.violations) best_.offer(engine_.signs(), errors);
    return errors;
  }

  Engine& engine_;
  const RbpOptions& options_;
  SolveResult& best_;
};

}  // namespace rbp_detail

// Solves with options that have no "auto" left.
template <ReinforcedIteration Engine>
SolveResult run_rbp(Engine& engine, const RbpOptions& options, std::uint64_t seed, RunControl& control) {
  // Which margin is best differs from instance to instance.
  constexpr double kMarginFactors[] = {1, 0.5, 2};
  constexpr double kSlower = 0.9;
  constexpr std::int64_t kSlowerRuns = 15;  // a fifth of the first rate is slow enough
  SolveResult result{BitVector(engine.n()), engine.patterns() + 1};
  rbp_detail::Run<Engine> run(engine, options, result);
  double rate = *options.rate;
  for (std::int64_t i = 0; i <= *options.restarts && control.stop_reason() == StopReason::none; ++i) {
    result.restarts = static_cast<std::uint64_t>(i);
    const double margin = *options.margin * kMarginFactors[i % 3];
    auto fields = rbp_detail::random_fields(engine.n(), seed, result.restarts, *options.field);
    if (run.run(rate, margin, std::move(fields), control)) break;
    if (i < kSlowerRuns) rate *= kSlower;
  }
  return result;
}

// The same with the vectors in this machine's memory, over any back end that offers the products.
template <PatternOperator Patterns, class Channel>
SolveResult run_rbp(Patterns& patterns, const Channel& channel, const RbpOptions& options,
                    const SolveSetup& setup, RunControl& control) {
  HostIteration<Patterns, Channel> engine(patterns, channel, setup.threads);
  return run_rbp(engine, options, setup.seed, control);
}

}  // namespace bitbasin
