// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/edge_rbp.h"

#include <algorithm>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/perceptron/messages/edge_bp.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/run_watch.h"

namespace bitbasin {
namespace {

constexpr std::size_t kMostMessages = std::size_t{1} << 28;  // 2 GiB of them

// One run from random fields until it is solved or out of reinforcement.
bool run(EdgeBp& bp, const PatternProducts& patterns, const RbpOptions& options, const SolveSetup& setup,
         std::vector<double> external, RunControl& control, SolveResult& best) {
  BitVector w(patterns.n());
  bp.start(external);
  for (std::uint64_t t = 0;; ++t) {
    const double r = *options.start + *options.rate * static_cast<double>(t);
    if (r >= *options.end || !control.spend(std::max<std::size_t>(1, patterns.patterns()))) return false;
    bp.sweep();
    ++best.iterations;
    take_signs(bp.theta(), w);
    const std::size_t errors = patterns.count_errors(w);
    best.offer(w, errors);
    if (setup.on_iteration) {
      setup.on_iteration({.iteration = best.iterations,
                          .restart = best.restarts,
                          .reinforcement = r,
                          .errors = errors,
                          .configuration = &w});
    }
    if (errors == 0) return true;
    control.report({"solving", best.iterations, 0, static_cast<double>(errors)});
    std::ranges::transform(bp.theta(), external.begin(), [r](double theta) { return r * theta; });
    bp.set_external(external);
  }
}

}  // namespace

SolveResult solve_by_edges(const PerceptronInstance& instance, const RbpOptions& options,
                           const SolveSetup& setup, RunControl& control) {
  if (instance.n() * instance.patterns() > kMostMessages) {
    fail("expected at most {} messages for accuracy=gaussian|exact, one per pattern and synapse, got {} x {}",
         kMostMessages, instance.patterns(), instance.n());
  }
  const PatternProducts patterns(instance.x, instance.sums(), 1);
  EdgeBp bp(instance, options.accuracy);
  SolveResult result{BitVector(instance.n()), instance.patterns() + 1};
  for (std::int64_t i = 0; i <= *options.restarts && control.stop_reason() == StopReason::none; ++i) {
    result.restarts = static_cast<std::uint64_t>(i);
    auto fields = starting_fields(instance.n(), setup, result.restarts, *options.field);
    if (run(bp, patterns, options, setup, std::move(fields), control, result)) break;
  }
  result.fields.assign(bp.theta().begin(), bp.theta().end());
  return result;
}

}  // namespace bitbasin
