// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/linear_bits.h"

#include <memory>

#include "bitbasin/bench/bench.h"
#include "bitbasin/features/stages/pair_product_floor.perf.h"

namespace bitbasin::linear_bits_perf {
namespace {

// The feature map of the paper's network: 784 pixels to 501 units.
const RegisterBenchmark kLinear("features.linear_bits", [](const BenchOptions&) {
  constexpr std::size_t kInputs = 784;
  constexpr std::size_t kOutputs = 501;
  constexpr std::size_t kImages = 480;
  struct Setup {
    PackedLinearBits units;
    std::vector<std::uint8_t> pixels = std::vector<std::uint8_t>(kImages * kInputs);
    BitMatrix out{kImages, kOutputs};
  };
  auto s = std::make_shared<Setup>();
  std::uint64_t state = 1;  // any numbers will do
  const auto next = [&state] { return (state = state * 6364136223846793005u + 1442695040888963407u) >> 33; };
  LinearBits units{kInputs, kOutputs, std::vector<std::int16_t>(kInputs * kOutputs),
                   std::vector<std::int32_t>(kOutputs)};
  for (std::int16_t& w : units.weights) w = static_cast<std::int16_t>(static_cast<int>(next() % 2001) - 1000);
  for (std::uint8_t& p : s->pixels) p = static_cast<std::uint8_t>(next());
  s->units = PackedLinearBits(units, 1);
  return BenchCase{"images/s",
                   kImages,
                   0.6,
                   [s] { s->units.apply(s->pixels.data(), kImages, s->out, 0, 0); },
                   {{"bare pair products, as many", [] {
                       constexpr std::size_t kLines = kImages * (kInputs / 2) * ((kOutputs + 15) / 16);
                       keep(bare_pair_products(kLines));
                     }}}};
});

}  // namespace
}  // namespace bitbasin::linear_bits_perf
