// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/bit_patches/full_adder_floor.perf.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/bit_patches/full_adder_floor.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/full_adder-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Six chains, so that no adder waits for another; each takes one operand from memory, as in a tree of
// adders. The compiler must not see that the operands stay the same.
std::uint64_t full_adders(std::size_t words) {
  const hn::CappedTag<std::uint64_t, 8> d;
  using Bits = hn::Vec<decltype(d)>;
  constexpr std::size_t kChains = 6;
  alignas(64) std::uint64_t lines[kChains * 8] = {1, 2, 3};
  Bits sums[kChains];
  Bits carries[kChains];
  HWY_UNROLL(6)
  for (std::size_t c = 0; c < kChains; ++c) sums[c] = carries[c] = hn::Set(d, c);
  for (std::size_t i = 0; i < words; i += kChains * hn::Lanes(d)) {
    const std::uint64_t* at = lines;
    asm volatile("" : "+r"(at));
    HWY_UNROLL(6)
    for (std::size_t c = 0; c < kChains; ++c) {
      carries[c] = full_add(sums[c], carries[c], hn::Load(d, at + c * hn::Lanes(d)));
    }
  }
  Bits total = hn::Zero(d);
  HWY_UNROLL(6)
  for (std::size_t c = 0; c < kChains; ++c) total = hn::Xor(total, hn::Xor(sums[c], carries[c]));
  return hn::GetLane(total);
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(full_adders);

std::uint64_t bare_full_adders(std::size_t words) {
  return HWY_DYNAMIC_DISPATCH(full_adders)(words);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
