// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/pair_product_floor.perf.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/stages/pair_product_floor.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/stages/pair_product-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// The compiler must not see that the operands stay the same.
std::int32_t pair_products(std::size_t lines) {
  const PairTag d;
  constexpr std::size_t kVectors = kPairBlocks * kPairVectors;
  alignas(64) std::int32_t weights[kPairBlocks * 16] = {1, 2, 3};
  alignas(64) std::int32_t pixels[kPairImages] = {4};
  hn::Vec<PairTag> sums[kPairImages * kVectors];
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kPairImages * kVectors; ++s) sums[s] = hn::Zero(d);
  for (std::size_t i = 0; i < lines; i += kPairBlocks * kPairImages) {
    const std::int32_t* w_at = weights;
    const std::int32_t* x_at = pixels;
    asm volatile("" : "+r"(w_at), "+r"(x_at));
    hn::Vec<PairTag> w[kVectors];
    HWY_UNROLL(16)
    for (std::size_t v = 0; v < kVectors; ++v) w[v] = hn::Load(d, w_at + v * hn::Lanes(d));
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < kPairImages; ++k) {
      const auto x = hn::Set(d, x_at[k]);
      HWY_UNROLL(16)
      for (std::size_t v = 0; v < kVectors; ++v) {
        sums[k * kVectors + v] = add_pair_product(sums[k * kVectors + v], w[v], x);
      }
    }
  }
  auto total = hn::Zero(d);
  HWY_UNROLL(24)
  for (std::size_t s = 0; s < kPairImages * kVectors; ++s) total = hn::Add(total, sums[s]);
  return hn::GetLane(hn::SumOfLanes(d, total));
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(pair_products);

std::int32_t bare_pair_products(std::size_t lines) {
  return HWY_DYNAMIC_DISPATCH(pair_products)(lines);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
