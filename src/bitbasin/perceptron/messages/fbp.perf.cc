// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/fbp.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/perceptron/messages/fbp_run.h"
#include "bitbasin/perceptron/messages/pattern_products.h"

namespace bitbasin::fbp_perf {
namespace {

constexpr std::size_t kSynapses = 10001;
constexpr std::size_t kPatterns = 7400;
constexpr std::uint64_t kIterations = 50;

// A whole solve, cut after a few iterations, against the two products alone on entries of the same kind.
BenchCase iteration() {
  auto instance = std::make_shared<PerceptronInstance>(random_instance(kSynapses, kPatterns, 1));
  auto patterns = std::make_shared<PatternProducts>(instance->x, instance->sums(), 1);
  auto m = std::make_shared<std::vector<double>>(kSynapses, 0.3);
  auto g = std::make_shared<std::vector<double>>(kPatterns, 0.3);
  auto xm = std::make_shared<std::vector<double>>(kPatterns);
  auto xtg = std::make_shared<std::vector<double>>(kSynapses);
  return {"iterations/s",
          kIterations,
          1 / 1.5,
          [=] {
            RunControl control({.work = kIterations * kPatterns});
            keep(run_fbp(*patterns, AnyModel(SignModel(0.0)), resolve(FbpOptions{}, instance->alpha()),
                         SolveSetup{}, control));
          },
          {{"two bare products", [=] {
              for (std::uint64_t t = 0; t < kIterations; ++t) {
                patterns->forward(*m, *xm);
                patterns->backward(*g, *xtg);
              }
            }}}};
}

const RegisterBenchmark kIteration("perceptron.fbp.iteration",
                                   [](const BenchOptions&) { return iteration(); });

}  // namespace
}  // namespace bitbasin::fbp_perf
