// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/perceptron/messages/fbp.h"
#include "bitbasin/perceptron/messages/fbp_schedule.h"
#include "bitbasin/perceptron/messages/focused_amp.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/run_watch.h"

// Focusing belief propagation over any back end that offers the products with the patterns.

namespace bitbasin {
namespace fbp_detail {

// One run from given fields until it is solved, lost or at the end of its schedule.
template <PatternOperator Patterns, class Channel>
class Run {
 public:
  Run(Patterns& patterns, const Channel& channel, double damping, const SolveSetup& setup, SolveResult& best)
      : patterns_(patterns),
        damping_(damping),
        brief_(setup.brief_trace),
        amp_(patterns, channel, setup.threads),
        watch_(patterns, setup, best) {}

  // True when it is solved.
  bool run(FbpSchedule schedule, std::span<const double> fields, RunControl& control) {
    using Verdict = typename RunWatch<Patterns>::Verdict;
    amp_.start(fields);
    watch_.start(schedule.planned());
    const auto inputs = static_cast<double>(patterns_.n() / patterns_.units());
    for (;;) {
      const auto step = schedule.next(amp_.variance() / inputs);
      if (!step || !control.spend(std::max<std::size_t>(1, patterns_.patterns()))) break;
      amp_.iterate(step->gamma, step->y, step->margin * std::sqrt(inputs), damping_);
      const Verdict verdict = watch_.look(amp_.theta(), control);
      watch_.trace([&] { return trace_point(*step); });
      if (verdict == Verdict::solved) return true;
      if (verdict == Verdict::lost) break;
    }
    watch_.count_and_offer();
    return false;
  }

  std::span<const double> fields() const { return amp_.theta(); }

 private:
  TracePoint trace_point(const FocusingStep& step) {
    TracePoint point{.gamma = step.gamma,
                     .y = step.y,
                     .margin = step.margin,
                     .overlap = mean_square(amp_.m()),
                     .magnetisations = amp_.m()};
    // At infinite gamma the reference is the machine itself.
    if (brief_ || std::isinf(step.gamma)) return point;
    const FocusingEntropy entropy = amp_.entropy();
    point.distance = (1 - entropy.overlap) / 2;
    point.free_entropy = entropy.free_entropy;
    point.local_entropy = entropy.local_entropy;
    return point;
  }

  Patterns& patterns_;
  double damping_;
  bool brief_;
  FocusedAmp<Patterns, Channel> amp_;
  RunWatch<Patterns> watch_;
};

}  // namespace fbp_detail

// Solves with options that are resolved.
template <PatternOperator Patterns, class Channel>
SolveResult run_fbp(Patterns& patterns, const Channel& channel, const FbpOptions& options,
                    const SolveSetup& setup, RunControl& control) {
  SolveResult result{BitVector(patterns.n()), patterns.patterns() + 1};
  fbp_detail::Run<Patterns, Channel> run(patterns, channel, options.damping, setup, result);
  for (std::int64_t i = 0; i <= options.restarts && control.stop_reason() == StopReason::none; ++i) {
    if (!setup.wants_run(static_cast<std::uint64_t>(i))) continue;
    result.restarts = static_cast<std::uint64_t>(i);
    const auto fields = starting_fields(patterns.n(), setup, result.restarts, *options.field);
    const FbpSchedule schedule(varied(options, setup.seed, result.restarts));
    if (run.run(schedule, fields, control)) break;
  }
  result.fields.assign(run.fields().begin(), run.fields().end());
  return result;
}

}  // namespace bitbasin
