// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/instance.h"

#include <memory>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/rng/bare_philox.perf.h"

namespace bitbasin::instance_perf {
namespace {

constexpr std::size_t kSynapses = 10001;
constexpr std::size_t kPatterns = 1000;
constexpr std::size_t kBytes = kPatterns * (kSynapses + 7) / 8;

using Generate = PerceptronInstance (*)(std::size_t, std::size_t, std::uint64_t, int);

BenchCase generation(Generate generate) {
  auto words = std::make_shared<std::vector<std::uint64_t>>(kBytes / 8);
  return {"bytes/s",
          kBytes,
          0.5,
          [=] { keep(generate(kSynapses, kPatterns, 1, 1)); },
          {{"bare Philox blocks of the same bytes", [=] {
              bare_philox(*words, 1);
              keep(words->front());
            }}}};
}

const RegisterBenchmark kRandom("perceptron.instance.random",
                                [](const BenchOptions&) { return generation(random_instance); });
const RegisterBenchmark kTeacher("perceptron.instance.teacher",
                                 [](const BenchOptions&) { return generation(teacher_instance); });

}  // namespace
}  // namespace bitbasin::instance_perf
