// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/stabilities.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/floor.perf.h"

namespace bitbasin::stabilities_perf {
namespace {

constexpr std::size_t kSynapses = 1601;
constexpr double kAlpha = 0.3;

std::shared_ptr<Stabilities> stabilities(const std::shared_ptr<PerceptronInstance>& instance) {
  return std::make_shared<Stabilities>(*instance, BitVector(kSynapses));
}

// A sweep of proposals against a bare read of the columns they look at.
BenchCase proposals(const BenchOptions&) {
  auto instance =
      std::make_shared<PerceptronInstance>(random_instance(kSynapses, pattern_count(kSynapses, kAlpha), 1));
  auto state = stabilities(instance);
  auto columns =
      std::make_shared<AlignedArray<std::uint64_t>>(kSynapses * padded_words(instance->patterns()));
  return {"proposals/s",
          static_cast<double>(kSynapses),
          0.1,
          [instance, state] {
            std::int64_t sum = 0;
            for (std::size_t i = 0; i < kSynapses; ++i) sum += state->depth_change(i);
            keep(sum);
          },
          {{"bare read of the columns", [columns] {
              keep(bare_read({columns->data(), columns->size()}));
            }}}};
}

// A sweep of flips, each of which reads and writes all digits of all stabilities.
BenchCase flips(const BenchOptions&) {
  auto instance =
      std::make_shared<PerceptronInstance>(random_instance(kSynapses, pattern_count(kSynapses, kAlpha), 1));
  auto state = stabilities(instance);
  constexpr std::size_t kDigits = 11;  // of N / 2, and a sign
  auto digits = std::make_shared<AlignedArray<std::uint64_t>>(padded_words(instance->patterns()) * kDigits);
  return {"flips/s",
          static_cast<double>(kSynapses),
          0.12,
          [instance, state] {
            for (std::size_t i = 0; i < kSynapses; ++i) state->flip(i);
          },
          {{"bare read of the digits", [digits] {
              for (std::size_t i = 0; i < kSynapses; ++i) keep(bare_read({digits->data(), digits->size()}));
            }}}};
}

const RegisterBenchmark kProposals("perceptron.stabilities.proposal", proposals);
const RegisterBenchmark kFlips("perceptron.stabilities.flip", flips);

}  // namespace
}  // namespace bitbasin::stabilities_perf
