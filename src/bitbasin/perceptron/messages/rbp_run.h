// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "bitbasin/perceptron/messages/amp.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp.h"
#include "bitbasin/perceptron/messages/run_watch.h"

// Reinforced belief propagation over any back end that offers the products with the patterns.

namespace bitbasin {
namespace rbp_detail {

// One run from random fields until it is solved, lost or at the end of its reinforcement. Improves `best`;
// returns true if it is solved.
template <PatternOperator Patterns, class Channel, class Messages>
class Run {
 public:
  Run(Patterns& patterns, const Channel& channel, const RbpOptions& options, const SolveSetup& setup,
      SolveResult& best)
      : patterns_(patterns),
        options_(options),
        amp_(patterns, channel, setup.threads),
        watch_(patterns, setup, best) {}

  bool run(double rate, double margin, std::span<const double> fields, RunControl& control) {
    using Verdict = typename RunWatch<Patterns>::Verdict;
    amp_.start(fields);
    watch_.start(static_cast<std::uint64_t>(std::max(0.0, kFreezing - *options_.start) / rate));
    for (std::uint64_t t = 0;; ++t) {
      const double r = *options_.start + rate * static_cast<double>(t);
      if (r >= *options_.end || !control.spend(std::max<std::size_t>(1, patterns_.patterns()))) break;
      step(r, margin);
      const Verdict verdict = watch_.look(amp_.theta(), control);
      watch_.trace([&] {
        return TracePoint{
            .reinforcement = r, .margin = margin * margin_left(r), .overlap = mean_square(amp_.m())};
      });
      if (verdict == Verdict::solved) return true;
      if (verdict == Verdict::lost) break;
    }
    watch_.count_and_offer();
    return false;
  }

  std::span<const double> fields() const { return amp_.theta(); }

 private:
  static constexpr double kFreezing = 0.5;  // where runs end as a rule

  double margin_left(double r) const { return std::max(0.0, 1 - r / options_.margin_end); }

  void step(double r, double margin) {
    const std::size_t inputs = patterns_.n() / patterns_.units();
    const double kappa = margin * std::sqrt(static_cast<double>(inputs)) * margin_left(r);
    const auto theta = amp_.theta();
    const double fresh = 1 - *options_.damping;
    const double memory = r * fresh + *options_.damping;
    amp_.iterate(kappa, [=](std::size_t i, double u) { return fresh * u + memory * theta[i]; });
  }

  Patterns& patterns_;
  const RbpOptions& options_;
  Messages amp_;
  RunWatch<Patterns> watch_;
};

}  // namespace rbp_detail

// Solves with options that have no "auto" left. Messages other than those of amp.h have the same members.
template <PatternOperator Patterns, class Channel, class Messages = Amp<Patterns, Channel>>
SolveResult run_rbp(Patterns& patterns, const Channel& channel, const RbpOptions& options,
                    const SolveSetup& setup, RunControl& control) {
  // Which margin is best differs from instance to instance.
  constexpr double kMarginFactors[] = {1, 0.5, 2};
  constexpr double kSlower = 0.9;
  constexpr std::int64_t kSlowerRuns = 15;  // a fifth of the first rate is slow enough
  SolveResult result{BitVector(patterns.n()), patterns.patterns() + 1};
  rbp_detail::Run<Patterns, Channel, Messages> run(patterns, channel, options, setup, result);
  double rate = *options.rate;
  for (std::int64_t i = 0; i <= *options.restarts && control.stop_reason() == StopReason::none; ++i) {
    result.restarts = static_cast<std::uint64_t>(i);
    const double margin = *options.margin * kMarginFactors[i % 3];
    const auto fields = starting_fields(patterns.n(), setup, result.restarts, *options.field);
    if (run.run(rate, margin, fields, control)) break;
    if (i < kSlowerRuns) rate *= kSlower;
  }
  result.fields.assign(run.fields().begin(), run.fields().end());
  return result;
}

}  // namespace bitbasin
