// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/bit_plane_states.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/floor.perf.h"
#include "bitbasin/rng/philox.h"

namespace bitbasin::bit_plane_states_perf {
namespace {

constexpr std::size_t kSynapses = 10001;
constexpr int kPatterns = 200;

BitVector random_bits(std::uint64_t index) {
  BitVector bits(kSynapses);
  Stream(1, purpose("hidden_states.perf"), index).fill(bits.words());
  bits.clear_padding();
  return bits;
}

// One update, which reads and writes every state, against reading the same bytes.
BenchCase update(int bound, double goal) {
  auto states = std::make_shared<BitPlaneStates>(random_bits(0), bound);
  auto x = std::make_shared<std::vector<BitVector>>();
  for (std::uint64_t i = 1; i <= 8; ++i) x->push_back(random_bits(i));
  std::size_t bits = 1;
  while (1 << bits < 2 * bound) ++bits;
  auto bytes = std::make_shared<AlignedArray<std::uint64_t>>(padded_words(kSynapses) * bits);
  return {"synapses/s",
          static_cast<double>(kSynapses) * kPatterns,
          goal,
          [states, x] {
            for (int t = 0; t < kPatterns; ++t) states->learn((*x)[static_cast<std::size_t>(t) % 8].words());
          },
          {{"bare read of the states", [bytes] {
              for (int t = 0; t < kPatterns; ++t) {
                keep(bare_read({bytes->data(), bytes->size()}));
              }
            }}}};
}

const RegisterBenchmark kNarrow("perceptron.hidden_states.learn.8_bits",
                                [](const BenchOptions&) { return update(128, 0.35); });
const RegisterBenchmark kWide("perceptron.hidden_states.learn.9_bits",
                              [](const BenchOptions&) { return update(256, 0.35); });
// The default bound of SBPI at this N: unless it is a power of two, each plane takes two instructions more.
const RegisterBenchmark kDefault("perceptron.hidden_states.learn.9_bits.default_bound",
                                 [](const BenchOptions&) { return update(201, 0.25); });

}  // namespace
}  // namespace bitbasin::bit_plane_states_perf
