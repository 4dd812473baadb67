// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/linear_bits.h"

#include <memory>

#include "bitbasin/bench/bench.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/linear_bits.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/pair_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// So many pair products of sixteen lanes, on a line of weights and a few pixels that never leave the first
// cache lines: nothing to gather, nothing to compare at the end. The barrier keeps the compiler from seeing
// that the operands stay the same.
std::int32_t bare_pair_products(std::size_t lines) {
  const PairTag d;
  alignas(64) std::int32_t weights[16] = {1, 2, 3};
  alignas(64) std::int32_t pixels[kPairImages] = {4};
  hn::Vec<PairTag> sums[kPairImages][kPairVectors];
  for (auto& image : sums) {
    for (auto& sum : image) sum = hn::Zero(d);
  }
  for (std::size_t i = 0; i < lines; i += kPairImages) {
    asm volatile("" : : "r"(weights), "r"(pixels) : "memory");
    hn::Vec<PairTag> w[kPairVectors];
    for (std::size_t v = 0; v < kPairVectors; ++v) w[v] = hn::Load(d, weights + v * hn::Lanes(d));
    for (std::size_t k = 0; k < kPairImages; ++k) {
      const auto x = hn::Set(d, pixels[k]);
      for (std::size_t v = 0; v < kPairVectors; ++v) sums[k][v] = add_pair_product(sums[k][v], w[v], x);
    }
  }
  auto total = hn::Zero(d);
  for (auto& image : sums) {
    for (auto& sum : image) total = hn::Add(total, sum);
  }
  return hn::GetLane(hn::SumOfLanes(d, total));
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(bare_pair_products);

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
                       keep(HWY_DYNAMIC_DISPATCH(bare_pair_products)(kLines));
                     }}}};
});

}  // namespace
}  // namespace bitbasin
#endif  // HWY_ONCE
