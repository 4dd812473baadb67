// SPDX-License-Identifier: Apache-2.0
// One row of a panel in registers, to which rows of a panel are added that bits select.

#if defined(BITBASIN_FEATURES_SELECTED_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_FEATURES_SELECTED_ROWS_INL_H_
#undef BITBASIN_FEATURES_SELECTED_ROWS_INL_H_
#else
#define BITBASIN_FEATURES_SELECTED_ROWS_INL_H_
#endif

#include <hwy/highway.h>

#include <bit>
#include <cstddef>
#include <cstdint>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/features/rbm/panel_matrix.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// 64 sums, each in the order of the rows whatever the width of a vector: the same bits at every level.
struct PanelRow {
  static constexpr hn::CappedTag<float, 16> d{};
  static constexpr std::size_t kLanes = hn::MaxLanes(d);
  static constexpr std::size_t kVectors = PanelMatrix::kPanel / kLanes;
  using V = hn::Vec<hn::CappedTag<float, 16>>;

  V v[kVectors];

  HWY_INLINE void load(const float* from) {
    for (std::size_t k = 0; k < kVectors; ++k) v[k] = hn::Load(d, from + k * kLanes);
  }
  HWY_INLINE void clear() {
    for (std::size_t k = 0; k < kVectors; ++k) v[k] = hn::Zero(d);
  }
  HWY_INLINE void store(float* to) const {
    for (std::size_t k = 0; k < kVectors; ++k) hn::Store(v[k], d, to + k * kLanes);
  }
  HWY_INLINE void add(const float* row) {
    for (std::size_t k = 0; k < kVectors; ++k) v[k] = hn::Add(v[k], hn::Load(d, row + k * kLanes));
  }
  HWY_INLINE void subtract(const float* row) {
    for (std::size_t k = 0; k < kVectors; ++k) v[k] = hn::Sub(v[k], hn::Load(d, row + k * kLanes));
  }
};

// Calls visit(row i of the panel that starts at `panel`) for every bit i that is set, in order.
template <class Visit>
HWY_INLINE void for_selected(const std::uint64_t* bits, std::size_t words, const float* panel, Visit visit) {
  for (std::size_t w = 0; w < words; ++w, panel += kWordBits * PanelMatrix::kPanel) {
    for (std::uint64_t left = bits[w]; left != 0; left &= left - 1) {
      visit(panel + static_cast<std::size_t>(std::countr_zero(left)) * PanelMatrix::kPanel);
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_FEATURES_SELECTED_ROWS_INL_H_
