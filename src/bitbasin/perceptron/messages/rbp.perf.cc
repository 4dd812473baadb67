// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/rbp.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/perceptron/messages/pattern_products.h"
#include "bitbasin/perceptron/messages/rbp_run.h"

namespace bitbasin::rbp_perf {
namespace {

constexpr std::size_t kSynapses = 10001;
constexpr std::size_t kPatterns = 7400;
constexpr std::uint64_t kIterations = 50;

// A whole solve, cut after a few iterations, against the two products alone on entries of the same kind.
BenchCase iteration(int threads) {
  auto instance = std::make_shared<PerceptronInstance>(random_instance(kSynapses, kPatterns, 1, threads));
  auto patterns = std::make_shared<PatternProducts>(instance->x, instance->sums(), threads);
  auto m = std::make_shared<std::vector<double>>(kSynapses, 0.3);
  auto g = std::make_shared<std::vector<double>>(kPatterns, 0.3);
  auto xm = std::make_shared<std::vector<double>>(kPatterns);
  auto xtg = std::make_shared<std::vector<double>>(kSynapses);
  return {"iterations/s",
          kIterations,
          1 / 1.3,
          [=] {
            RunControl control({.work = kIterations * kPatterns});
            keep(run_rbp(*patterns, AnyModel(SignModel(0.0)), resolve(RbpOptions{}, instance->alpha()),
                         SolveSetup{1, threads}, control));
          },
          {{"two bare products", [=] {
              for (std::uint64_t t = 0; t < kIterations; ++t) {
                patterns->forward(*m, *xm);
                patterns->backward(*g, *xtg);
              }
            }}}};
}

const RegisterBenchmark kIteration("perceptron.rbp.iteration",
                                   [](const BenchOptions&) { return iteration(1); });

}  // namespace
}  // namespace bitbasin::rbp_perf
