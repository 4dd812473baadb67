// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/instance.h"

#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/rng/bare_philox.perf.h"

namespace bitbasin::instance_perf {
namespace {

constexpr std::size_t kSynapses = 10001;
constexpr std::size_t kPatterns = 1000;
constexpr std::size_t kBytes = kPatterns * (kSynapses + 7) / 8;

BenchCase generation(std::function<void()> generate) {
  auto words = std::make_shared<std::vector<std::uint64_t>>(kBytes / 8);
  return {"bytes/s", kBytes, 0.5, std::move(generate), {{"bare Philox blocks of the same bytes", [=] {
                                                           bare_philox(*words, 1);
                                                           keep(words->front());
                                                         }}}};
}

// The rows are made when they are asked for.
const RegisterBenchmark kRandom("perceptron.instance.random", [](const BenchOptions&) {
  return generation([] { keep(random_instance(kSynapses, kPatterns, 1).x.matrix()); });
});
// The labels need every row once.
const RegisterBenchmark kTeacher("perceptron.instance.teacher", [](const BenchOptions&) {
  return generation([] { keep(teacher_instance(kSynapses, kPatterns, 1).labels); });
});

}  // namespace
}  // namespace bitbasin::instance_perf
