// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/network/hidden_states.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/network/hidden_states.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// The weights of 64 synapses whose states move by +1 where a bit of `up` is set, by -1 elsewhere.
HWY_INLINE std::uint64_t learn_word(std::int16_t* h, std::uint64_t up) {
  std::uint64_t positive = 0;
#if HWY_TARGET == HWY_SCALAR
  for (std::size_t i = 0; i < kWordBits; ++i) {
    const int moved = h[i] + ((up >> i & 1) != 0 ? 1 : -1);
    h[i] = static_cast<std::int16_t>(std::clamp(moved, -32768, 32767));
    positive |= std::uint64_t{h[i] >= 0} << i;
  }
#else
  constexpr hn::CappedTag<std::int16_t, kWordBits> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto* up_bytes = reinterpret_cast<const std::uint8_t*>(&up);
  auto* out = reinterpret_cast<std::uint8_t*>(&positive);
  for (std::size_t i = 0; i < kWordBits; i += kLanes) {
    const auto step = hn::IfThenElse(hn::LoadMaskBits(d, up_bytes + i / 8), hn::Set(d, 1), hn::Set(d, -1));
    const auto moved = hn::SaturatedAdd(hn::Load(d, h + i), step);
    hn::Store(moved, d, h + i);
    hn::StoreMaskBits(d, hn::Gt(moved, hn::Set(d, -1)), out + i / 8);
  }
#endif
  return positive;
}

bool learn_row(std::int16_t* h, const std::uint64_t* x, std::uint64_t invert, std::size_t inputs,
               std::uint64_t* weights) {
  const std::size_t words = (inputs + kWordBits - 1) / kWordBits;
  std::uint64_t changed = 0;
  for (std::size_t w = 0; w < words; ++w) {
    std::uint64_t now = learn_word(h + w * kWordBits, x[w] ^ invert);
    if (w + 1 == words) now &= last_word_mask(inputs);
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

HiddenStates::HiddenStates(const BitMatrix& weights)
    : units_(weights.rows()),
      inputs_(weights.cols()),
      stride_((weights.cols() + kWordBits - 1) / kWordBits * kWordBits),
      states_(units_ * stride_) {
  for (std::size_t u = 0; u < units_; ++u) {
    for (std::size_t i = 0; i < inputs_; ++i) row(u)[i] = weights.get(u, i) ? 0 : -1;
  }
}

bool HiddenStates::learn(std::size_t unit, std::span<const std::uint64_t> x, int up,
                         std::span<std::uint64_t> weights) {
  assert(unit < units_ && x.size() == padded_words(inputs_) && weights.size() == x.size());
  const std::uint64_t invert = up > 0 ? 0 : ~std::uint64_t{0};
  return HWY_DYNAMIC_DISPATCH(learn_row)(row(unit), x.data(), invert, inputs_, weights.data());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
