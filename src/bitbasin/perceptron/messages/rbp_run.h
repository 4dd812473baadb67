// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/rbp_schedule.h"
#include "bitbasin/perceptron/messages/reinforced_iteration.h"
#include "bitbasin/perceptron/messages/run_watch.h"

// Reinforced belief propagation over any back end that iterates the messages.

namespace bitbasin {
namespace rbp_detail {

// One run from random fields until it is solved, lost or at the end of its reinforcement. Improves `best`;
// returns true if it is solved.
template <ReinforcedIteration Engine>
class Run {
 public:
  Run(Engine& engine, const RbpOptions& options, const SolveSetup& setup, SolveResult& best)
      : engine_(engine), options_(options), watch_(engine, setup, best) {}

  bool run(double rate, double margin, std::span<const double> fields, RunControl& control) {
    using Verdict = typename RunWatch<Engine>::Verdict;
    engine_.start(fields);
    RbpSchedule schedule(options_, rate, margin, engine_.inputs());
    watch_.start(schedule.planned());
    while (const auto step = schedule.next([&] { return 1 - mean_square(engine_.m()); })) {
      if (!control.spend(std::max<std::size_t>(1, engine_.patterns()))) break;
      const double fresh = 1 - *options_.damping;
      const double memory = step->reinforcement * fresh + *options_.damping;
      engine_.step(step->margin, fresh, memory);
      const Verdict verdict = watch_.look(control);
      watch_.trace([&] {
        return TracePoint{.reinforcement = step->reinforcement,
                          .margin = step->margin / std::sqrt(static_cast<double>(engine_.inputs())),
                          .overlap = mean_square(engine_.m()),
                          .magnetisations = engine_.m()};
      });
      if (verdict == Verdict::solved) return true;
      if (verdict == Verdict::lost) break;
    }
    watch_.count_and_offer();
    return false;
  }

 private:
  Engine& engine_;
  const RbpOptions& options_;
  RunWatch<Engine> watch_;
};

}  // namespace rbp_detail

// Solves with options that have no "auto" left.
template <ReinforcedIteration Engine>
SolveResult run_rbp(Engine& engine, const RbpOptions& options, const SolveSetup& setup, RunControl& control) {
  // Which margin is best differs from instance to instance.
  constexpr double kMarginFactors[2][3] = {{1, 0.5, 2}, {1, 1.5, 0.75}};  // linear, variance
  constexpr double kSlower[] = {0.9, 0.97};
  constexpr std::int64_t kSlowerRuns = 15;  // a fifth of the first rate is slow enough
  const std::size_t ramp = options.ramp == RbpRamp::variance ? 1 : 0;
  SolveResult result{BitVector(engine.n()), engine.patterns() + 1};
  rbp_detail::Run<Engine> run(engine, options, setup, result);
  double rate = *options.rate;
  for (std::int64_t i = 0; i <= *options.restarts && control.stop_reason() == StopReason::none; ++i) {
    if (i > 0 && i <= kSlowerRuns) rate *= kSlower[ramp];
    if (!setup.wants_run(static_cast<std::uint64_t>(i))) continue;
    result.restarts = static_cast<std::uint64_t>(i);
    const double margin = *options.margin * kMarginFactors[ramp][i % 3];
    const auto fields = starting_fields(engine.n(), setup, result.restarts, *options.field);
    if (run.run(rate, margin, fields, control)) break;
  }
  const std::span<const double> fields = engine.fields();
  result.fields.assign(fields.begin(), fields.end());
  return result;
}

// The same with the vectors in main memory, over any back end that offers the products. Messages other than
// those of amp.h have the same members.
template <PatternOperator Patterns, class Channel, class Messages = Amp<Patterns, Channel>>
SolveResult run_rbp(Patterns& patterns, const Channel& channel, const RbpOptions& options,
                    const SolveSetup& setup, RunControl& control) {
  HostIteration<Patterns, Channel, Messages> engine(patterns, channel, setup.threads);
  return run_rbp(engine, options, setup, control);
}

}  // namespace bitbasin
