// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/training/unit_states.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/network/training/unit_states.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The weights of 64 synapses after their states have moved by sum_p +-2^p, up where a bit of up[p] is set.
HWY_INLINE std::uint64_t learn_word(std::int16_t* h, const std::uint64_t* up, std::size_t depth) {
  std::uint64_t positive = 0;
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < kWordBits; ++i) {
    int moved = h[i];
    for (std::size_t p = 0; p < depth; ++p) moved += (up[p] >> i & 1) != 0 ? 1 << p : -(1 << p);
    h[i] = static_cast<std::int16_t>(std::clamp(moved, -32768, 32767));
    positive |= std::uint64_t{h[i] >= 0} << i;
  }
#else
  constexpr hn::CappedTag<std::int16_t, kWordBits> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  auto* out = reinterpret_cast<std::uint8_t*>(&positive);
  for (std::size_t i = 0; i < kWordBits; i += kLanes) {
    auto step = hn::Zero(d);
    for (std::size_t p = 0; p < depth; ++p) {
      const auto size = static_cast<std::int16_t>(1 << p);
      const auto mask = hn::LoadMaskBits(d, reinterpret_cast<const std::uint8_t*>(up + p) + i / 8);
      const auto minus = static_cast<std::int16_t>(-size);
      step = hn::Add(step, hn::IfThenElse(mask, hn::Set(d, size), hn::Set(d, minus)));
    }
    const auto moved = hn::SaturatedAdd(hn::Load(d, h + i), step);
    hn::Store(moved, d, h + i);
    hn::StoreMaskBits(d, hn::Gt(moved, hn::Set(d, -1)), out + i / 8);
  }
#endif
  return positive;
}

bool learn_row(std::int16_t* h, const PatternView& x, std::uint64_t invert, std::uint64_t* weights) {
  const std::size_t words = (x.inputs() + kWordBits - 1) / kWordBits;
  std::uint64_t changed = 0;
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t up[kMostDepth];
    for (std::size_t p = 0; p < x.depth; ++p) up[p] = x.bits(p)[w] ^ invert;
    std::uint64_t now = learn_word(h + w * kWordBits, up, x.depth);
    if (w + 1 == words) now &= last_word_mask(x.inputs());
    changed |= now ^ weights[w];
    weights[w] = now;
  }
  return changed != 0;
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(learn_row);

UnitStates::UnitStates(const BitMatrix& weights)
    : units_(weights.rows()),
      inputs_(weights.cols()),
      stride_((weights.cols() + kWordBits - 1) / kWordBits * kWordBits),
      states_(units_ * stride_) {
  for (std::size_t u = 0; u < units_; ++u) {
    for (std::size_t i = 0; i < inputs_; ++i) row(u)[i] = weights.get(u, i) ? 0 : -1;
  }
}

bool UnitStates::agrees_with(const BitMatrix& weights) const {
  for (std::size_t u = 0; u < units_; ++u) {
    for (std::size_t i = 0; i < inputs_; ++i) {
      if (weights.get(u, i) != (row(u)[i] >= 0)) return false;
    }
  }
  return true;
}

bool UnitStates::learn(std::size_t unit, const PatternView& x, int up, std::span<std::uint64_t> weights) {
  assert(unit < units_ && x.inputs() == inputs_ && x.depth <= kMostDepth);
  assert(weights.size() == padded_words(inputs_));
  const std::uint64_t invert = up > 0 ? 0 : ~std::uint64_t{0};
  return HWY_DYNAMIC_DISPATCH(learn_row)(row(unit), x, invert, weights.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
