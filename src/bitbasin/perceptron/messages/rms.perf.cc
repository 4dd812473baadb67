// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rms.h"

#include <cmath>
#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/messages/max_sum.h"

namespace bitbasin::rms_perf {
namespace {

// Updates in the middle of a ramp, where about a quarter of the factors are visited, against the product of
// every pattern with the weights, which every method needs.
struct Setup {
  PerceptronInstance instance;
  MaxSumState state;
  Stream dither{1, purpose("rms.margin")};
  std::vector<std::int32_t> products;
  Setup(std::size_t n, std::size_t patterns, int threads)
      : instance(random_instance(n, patterns, 1, threads)), state(instance.x), products(patterns) {
    start_max_sum(state, Stream(1, purpose("rms.start")));
    for (int t = 0; t < 200; ++t) step(0.5 + 0.0005 * t, threads);
  }
  void step(double r, int threads) {
    const double margin = std::sqrt(static_cast<double>(instance.n())) * (1 - r / 0.75);
    update_max_sum(instance.x, state, r, margin, dither, threads);
  }
};

BenchCase update(std::size_t n, std::size_t patterns, const BenchOptions& options) {
  auto s = std::make_shared<Setup>(n, patterns, options.threads);
  return {"synapses/s",
          static_cast<double>(n) * static_cast<double>(patterns),
          0,
          [s, &options] { s->step(0.6, options.threads); },
          {{"one product of every pattern with the weights",
            [s, &options] { dots(s->instance.x, s->state.weights, s->products, options.threads); }}}};
}

const RegisterBenchmark kSmall("perceptron.rms.update.1001",
                               [](const BenchOptions& o) { return update(1001, 750, o); });
const RegisterBenchmark kLarge("perceptron.rms.update.10001",
                               [](const BenchOptions& o) { return update(10001, 7400, o); });

}  // namespace
}  // namespace bitbasin::rms_perf
