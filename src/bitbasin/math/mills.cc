// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/mills.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/math/mills.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/mills-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// With a = |x|, g(a) = P / Q. For x < 0, H(x) = 1 - H(a) = 1 - G Q / P, so that g(x) = G P / (P - G Q); there
// G < 0.4 and G Q < P / 2: nothing cancels on either side, and one division serves both.
struct MillsKernel {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
    const auto far = hn::Set(d, kFarHazard);
    const auto magnitude = hn::Abs(x);
    const auto [p, q] = hazard_ratio(d, hn::IfThenElse(hn::Gt(magnitude, far), far, magnitude));

    // Only used for x < 0; elsewhere x = 0 stands in for it. Below -50 it is 0 all the same.
    const auto zero = hn::Zero(d);
    const auto left = hn::Lt(x, zero);
    const auto nearest = hn::Set(d, -50.0);
    const auto y = hn::IfThenElse(hn::Lt(x, nearest), nearest, hn::IfThenElseZero(left, x));
    const auto density = normal_density(d, y);

    const auto numerator = hn::IfThenElse(left, hn::Mul(density, p), p);
    const auto denominator = hn::IfThenElse(left, hn::Sub(p, hn::Mul(density, q)), q);
    return hn::IfThenElse(hn::Gt(x, far), x, hn::Div(numerator, denominator));
  }
};

void mills_array(const double* x, double* g, std::size_t count) {
  map_array(x, g, count, MillsKernel{});
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(mills_array);

void mills_g(std::span<const double> x, std::span<double> g) {
  assert(x.size() == g.size());
  HWY_DYNAMIC_DISPATCH(mills_array)(x.data(), g.data(), x.size());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
