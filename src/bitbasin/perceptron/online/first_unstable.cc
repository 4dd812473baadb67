// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/first_unstable.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/perceptron/online/first_unstable.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/popcount-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// No prefetching: the lists hold short runs of neighbours (presentation_order.h), which the hardware follows
// at 14 ns a row of 10001, as in storage order; with prefetch instructions it takes 25.
FirstUnstable find_first_unstable(const BitMatrix& x, const std::uint32_t* rows, std::size_t count,
                                  const std::uint64_t* w, std::int64_t threshold) {
  const auto n = static_cast<std::int64_t>(x.cols());
  const std::uint64_t* words = x.words().data();
  const std::size_t stride = x.stride();
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t delta =
        n - 2 * static_cast<std::int64_t>(hamming_row(words + rows[i] * stride, w, stride));
    if (delta < threshold) return {i, static_cast<std::int32_t>(delta)};
  }
  return {count, 0};
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(find_first_unstable);

FirstUnstable first_unstable(const BitMatrix& x, std::span<const std::uint32_t> rows, const BitVector& w,
                             std::int32_t threshold) {
  assert(x.cols() == w.size());
  return HWY_DYNAMIC_DISPATCH(find_first_unstable)(x, rows.data(), rows.size(), w.words().data(), threshold);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
