// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm_update.h"

#include <algorithm>
#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/rbm/rbm_update.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/rbm/selected_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

#if HWY_TARGET == HWY_SCALAR

HWY_INLINE void transpose_tile(const float* HWY_RESTRICT from, float* HWY_RESTRICT to) {
  constexpr std::size_t kPanel = PanelMatrix::kPanel;
  for (std::size_t i = 0; i < kPanel; ++i) {
    for (std::size_t j = 0; j < kPanel; ++j) to[j * kPanel + i] = from[i * kPanel + j];
  }
}

#else

// 4 x 4 blocks, in the 128-bit vectors that every target has.
HWY_INLINE void transpose_tile(const float* HWY_RESTRICT from, float* HWY_RESTRICT to) {
  constexpr std::size_t kPanel = PanelMatrix::kPanel;
  constexpr hn::Full128<float> d;
  constexpr hn::Full128<std::uint64_t> d64;
  const auto pairs = [&](auto v) HWY_ATTR { return hn::BitCast(d64, v); };
  for (std::size_t j = 0; j < kPanel; j += 4) {
    for (std::size_t i = 0; i < kPanel; i += 4) {
      const float* f = from + i * kPanel + j;
      const auto a = hn::Load(d, f), b = hn::Load(d, f + kPanel);
      const auto e = hn::Load(d, f + 2 * kPanel), g = hn::Load(d, f + 3 * kPanel);
      const auto ab_low = pairs(hn::InterleaveLower(d, a, b)), ab_high = pairs(hn::InterleaveUpper(d, a, b));
      const auto eg_low = pairs(hn::InterleaveLower(d, e, g)), eg_high = pairs(hn::InterleaveUpper(d, e, g));
      float* t = to + j * kPanel + i;
      hn::Store(hn::BitCast(d, hn::InterleaveLower(d64, ab_low, eg_low)), d, t);
      hn::Store(hn::BitCast(d, hn::InterleaveUpper(d64, ab_low, eg_low)), d, t + kPanel);
      hn::Store(hn::BitCast(d, hn::InterleaveLower(d64, ab_high, eg_high)), d, t + 2 * kPanel);
      hn::Store(hn::BitCast(d, hn::InterleaveUpper(d64, ab_high, eg_high)), d, t + 3 * kPanel);
    }
  }
}

#endif

// One tile of 64 visible and 64 hidden units: 32 KB of weights and velocities and the batch's probabilities
// of 64 units all stay in the first- and second-level caches.
void update_panel(const RbmBatch& batch, const RbmStep& step, std::size_t panel, RbmWeights& weights,
                  float* HWY_RESTRICT shift_hidden, float* HWY_RESTRICT shift_visible_lanes) {
  constexpr auto d = PanelRow::d;
  constexpr std::size_t kPanel = PanelMatrix::kPanel;
  const std::size_t words = (batch.data.cols() + kWordBits - 1) / kWordBits;
  const std::size_t first = panel * kPanel;
  const std::size_t units = std::min(kPanel, weights.by_visible.rows() - first);
  const auto momentum = hn::Set(d, step.momentum), rate = hn::Set(d, step.rate),
             decay = hn::Set(d, step.decay);
  for (std::size_t c = 0; c < weights.by_visible.panels(); ++c) {
    const float* dh = step.hidden_difference.data() + c * kPanel;
    const float* offset = step.hidden_offset.data() + c * kPanel;
    float* shift = shift_hidden + c * kPanel;
    for (std::size_t u = 0; u < units; ++u) {
      const std::size_t i = first + u;
      PanelRow g;
      g.clear();
      for_selected(batch.data.row(i).data(), words, batch.p_data->row(c, 0),
                   [&](const float* row) HWY_ATTR { g.add(row); });
      for_selected(batch.model.row(i).data(), words, batch.p_model->row(c, 0),
                   [&](const float* row) HWY_ATTR { g.subtract(row); });
      const auto a = hn::Set(d, step.visible_offset[i]), dv = hn::Set(d, step.visible_difference[i]);
      float* w = weights.by_visible.row(c, i);
      float* velocity = weights.velocity.row(c, i);
      const float* present = weights.present.rows() > 0 ? weights.present.row(c, i) : nullptr;
      float* lanes = shift_visible_lanes + u * kPanel;
      for (std::size_t k = 0; k < PanelRow::kVectors; ++k) {
        const std::size_t j = k * PanelRow::kLanes;
        const auto h = hn::Load(d, offset + j);
        const auto old = hn::Load(d, w + j);
        const auto centre = hn::Add(hn::Mul(a, hn::Load(d, dh + j)), hn::Mul(dv, h));
        const auto gradient = hn::Sub(hn::Sub(g.v[k], centre), hn::Mul(decay, old));
        auto v = hn::Add(hn::Mul(momentum, hn::Load(d, velocity + j)), hn::Mul(rate, gradient));
        if (present != nullptr) v = hn::Mul(v, hn::Load(d, present + j));
        hn::Store(v, d, velocity + j);
        hn::Store(hn::Add(old, v), d, w + j);
        hn::Store(hn::Add(hn::Load(d, shift + j), hn::Mul(a, v)), d, shift + j);
        hn::Store(hn::Add(hn::Load(d, lanes + j), hn::Mul(v, h)), d, lanes + j);
      }
    }
    transpose_tile(weights.by_visible.row(c, first), weights.by_hidden.row(panel, c * kPanel));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(update_panel);

void update_weights(const RbmBatch& batch, const RbmStep& step, std::size_t panel, RbmWeights& weights,
                    std::span<float> shift_hidden, std::span<float> shift_visible) {
  constexpr std::size_t kPanel = PanelMatrix::kPanel;
  assert(shift_hidden.size() == weights.by_visible.padded_cols() && shift_visible.size() == kPanel);
  std::ranges::fill(shift_hidden, 0.0f);
  // One sum for each of 64 columns, added up at the end in their order, whatever the width of a vector.
  alignas(kAlignment) float lanes[kPanel * kPanel] = {};
  HWY_DYNAMIC_DISPATCH(update_panel)(batch, step, panel, weights, shift_hidden.data(), lanes);
  for (std::size_t u = 0; u < kPanel; ++u) {
    shift_visible[u] = 0;
    for (std::size_t j = 0; j < kPanel; ++j) shift_visible[u] += lanes[u * kPanel + j];
  }
}

}  // namespace bitbasin
#endif  // HWY_ONCE
