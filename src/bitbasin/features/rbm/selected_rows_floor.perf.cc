// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/selected_rows_floor.perf.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/features/rbm/selected_rows_floor.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/features/rbm/selected_rows-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

void sum_neighbours(const PanelMatrix& m, std::size_t count, PanelMatrix& out) {
  for (std::size_t c = 0; c < m.panels(); ++c) {
    for (std::size_t r = 0; r < out.rows(); ++r) {
      PanelRow sum;
      sum.clear();
      const float* row = m.row(c, r * count % (m.rows() - count));
      for (std::size_t i = 0; i < count; ++i, row += PanelMatrix::kPanel) sum.add(row);
      sum.store(out.row(c, r));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(sum_neighbours);

void sum_neighbouring_rows(const PanelMatrix& m, std::size_t count, PanelMatrix& out) {
  HWY_DYNAMIC_DISPATCH(sum_neighbours)(m, count, out);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
