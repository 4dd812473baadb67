// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/online_learning.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/dot.h"
#include "bitbasin/perceptron/online/cpr.h"
#include "bitbasin/perceptron/online/sbpi.h"

namespace bitbasin::online_learning_perf {
namespace {

// A whole solve with the default options against the dot products of its presentations alone.
template <class Options>
BenchCase presentations() {
  constexpr std::size_t kSynapses = 10001;
  auto instance =
      std::make_shared<PerceptronInstance>(random_instance(kSynapses, pattern_count(kSynapses, 0.65), 1));
  auto out = std::make_shared<std::vector<std::int32_t>>(instance->patterns());
  const auto run = [instance] {
    RunControl control;
    keep(solve(*instance, Options{}, SolveSetup{}, control));
    return control.spent();
  };
  const auto presented = static_cast<double>(run());
  const auto w = std::make_shared<BitVector>(kSynapses);
  const auto epochs = static_cast<int>(presented / static_cast<double>(instance->patterns()) + 0.5);
  return {"patterns/s",
          presented,
          1 / 2.5,
          [run] { run(); },
          {{"bare dot products of the same presentations", [=] {
              for (int t = 0; t < epochs; ++t) dots(instance->x, *w, *out);
            }}}};
}

const RegisterBenchmark kSbpi("perceptron.sbpi.presentation",
                              [](const BenchOptions&) { return presentations<SbpiOptions>(); });
const RegisterBenchmark kCpr("perceptron.cpr.presentation",
                             [](const BenchOptions&) { return presentations<CprOptions>(); });

}  // namespace
}  // namespace bitbasin::online_learning_perf
