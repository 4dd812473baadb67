// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/tanh_array.h"

#include <cassert>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/math/tanh_array.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// tanh(a) = E / (E + 2) with E = exp(2a) - 1 = 2^k expm1(r) + (2^k - 1): for a >= 0 neither term is much
// larger than the sum, and for small a (k = 0) the second one vanishes.
struct TanhKernel {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> theta) const {
    const auto saturated = hn::Set(d, 20.0);  // 1 - tanh(20) = 8.5e-18, below half a unit of the last place
    const auto magnitude = hn::Abs(theta);
    const auto a = hn::IfThenElse(hn::Gt(magnitude, saturated), saturated, magnitude);
    const auto parts = exp_parts(d, hn::Add(a, a));
    const auto e = hn::Add(hn::Mul(parts.power, parts.expm1), hn::Sub(parts.power, hn::Set(d, 1.0)));
    return hn::CopySignToAbs(hn::Div(e, hn::Add(e, hn::Set(d, 2.0))), theta);
  }
};

void tanh_range(const double* theta, double* m, std::size_t count) {
  map_array(theta, m, count, TanhKernel{});
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(tanh_range);

void tanh_array(std::span<const double> theta, std::span<double> m) {
  assert(theta.size() == m.size());
  HWY_DYNAMIC_DISPATCH(tanh_range)(theta.data(), m.data(), theta.size());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
