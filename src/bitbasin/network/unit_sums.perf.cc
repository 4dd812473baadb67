// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/unit_sums.h"

#include <algorithm>
#include <memory>
#include <string>

#include "bitbasin/bench/bench.h"
#include "bitbasin/bits/floor.perf.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/network/readout.h"

namespace bitbasin::unit_sums_perf {
namespace {

// A batch of patterns with a third of the inputs on, as the features of images have, from bits to labels.
struct Forward {
  CommitteeArray network;
  SlicedWeights weights;
  BitMatrix patterns;
  OnInputs on;
  UnitSums sums;
  Readout readout;

  Forward(const CommitteeShape& shape, std::size_t batch)
      : network(make_committee_array(shape, 1)),
        patterns(batch, shape.inputs),
        readout(shape, network.outputs) {
    std::uint64_t state = 1;  // any bits will do
    const auto next = [&state] { return state = state * 6364136223846793005u + 1442695040888963407u; };
    for (std::uint64_t& word : network.weights.words()) word = next();
    for (std::size_t u = 0; u < shape.all_units(); ++u) clear_padding(network.weights.row(u), shape.inputs);
    for (std::size_t r = 0; r < batch; ++r) {
      for (std::size_t i = 0; i < shape.inputs; ++i) patterns.set(r, i, (next() >> 33) % 3 == 0);
    }
    weights = SlicedWeights(LaneLayout(shape), network.weights);
    sums = UnitSums(weights.layout(), batch);
  }

  void run() {
    on.clear();
    for (std::size_t r = 0; r < patterns.rows(); ++r) on.add(pattern(patterns, r, 1), weights.layout());
    sum_units(weights, on, sums);
    for (std::size_t r = 0; r < patterns.rows(); ++r) {
      readout.read(sums, r);
      keep(readout.label());
    }
  }

  // The usual method counts the set bits of every weight; here even without the XOR, and with AVX2 if the CPU
  // has it: the floor for which the goals were set.
  void count_all_weights() const {
    const std::string level(simd_level());
    const auto levels = available_simd_levels();
    if (std::ranges::find(levels, "avx2") != levels.end()) set_simd_level("avx2");
    for (std::size_t r = 0; r < patterns.rows(); ++r) keep(bare_popcount(network.weights.words()));
    set_simd_level(level);
  }
};

RegisterBenchmark forward(const std::string& name, const CommitteeShape& shape, std::size_t batch,
                          double goal) {
  return {"network.forward." + name, [=](const BenchOptions&) {
            auto f = std::make_shared<Forward>(shape, batch);
            return BenchCase{
                "patterns/s",
                static_cast<double>(batch),
                goal,
                [f] { f->run(); },
                {{"bare AVX2 popcount of all weights for each pattern", [f] { f->count_all_weights(); }}}};
          }};
}

const RegisterBenchmark kSmall = forward("small", {501, 11, 30, 10}, 32, 1.0);
const RegisterBenchmark kLarge = forward("large", {501, 81, 200, 10}, 32, 0.67);
const RegisterBenchmark kWide = forward("wide", {2001, 81, 200, 10}, 32, 0.67);
const RegisterBenchmark kPictures = forward("pictures", {46349, 11, 100, 10}, 32, 1.7);

}  // namespace
}  // namespace bitbasin::unit_sums_perf
