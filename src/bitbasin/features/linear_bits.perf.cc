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

// So many pair products of sixteen lanes, on registers alone: what the machine does at best.
std::int32_t bare_pair_products(std::size_t lines) {
  const PairTag d;
  constexpr std::size_t kSums = 12 / (kPairVectors < 12 ? kPairVectors : 12);
  const auto w = hn::Set(d, 0x00010003);
  auto x = hn::Set(d, 0x00020001);
  hn::Vec<PairTag> sums[kSums][kPairVectors];
  for (auto& line : sums) {
    for (auto& sum : line) sum = hn::Zero(d);
  }
  for (std::size_t i = 0; i < lines; i += kSums) {
    for (auto& line : sums) {
      for (auto& sum : line) sum = add_pair_product(sum, w, x);
    }
    x = hn::Add(x, w);  // else the product is computed once
  }
  auto total = hn::Zero(d);
  for (auto& line : sums) {
    for (auto& sum : line) total = hn::Add(total, sum);
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
