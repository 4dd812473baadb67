// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/selected_rows.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/rbm/selected_rows.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/rbm/selected_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// Panel by panel, so that one panel of `m` stays in the cache for all rows.
void sum_range(const BitMatrix& select, const PanelMatrix& m, const float* start, std::size_t begin,
               std::size_t end, PanelMatrix& out) {
  const std::size_t words = (select.cols() + kWordBits - 1) / kWordBits;
  for (std::size_t c = 0; c < m.panels(); ++c) {
    for (std::size_t r = begin; r < end; ++r) {
      PanelRow sum;
      sum.load(start + c * PanelMatrix::kPanel);
      for_selected(select.row(r).data(), words, m.row(c, 0),
                   [&](const float* row) HWY_ATTR { sum.add(row); });
      sum.store(out.row(c, r));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(sum_range);

void sum_selected_rows(const BitMatrix& select, const PanelMatrix& m, std::span<const float> start,
                       std::size_t begin, std::size_t end, PanelMatrix& out) {
  assert(select.cols() == m.rows() && m.cols() == out.cols() && start.size() == out.padded_cols());
  assert(begin <= end && end <= select.rows() && end <= out.rows());
  HWY_DYNAMIC_DISPATCH(sum_range)(select, m, start.data(), begin, end, out);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
