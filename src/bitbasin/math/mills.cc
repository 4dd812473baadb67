// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/mills.h"

#include <cassert>

#include "bitbasin/math/mills_coefficients.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/math/mills.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/root_two_pi.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// With a = |x|, g(a) = a + N(a) / Q(a) = P / Q (mills_coefficients.h). For x < 0, H(x) = 1 - H(a) = 1 - G Q /
// P, so that g(x) = G P / (P - G Q); there G < 0.4 and G Q < P / 2: nothing cancels on either side, and one
// division serves both.
struct MillsKernel {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
    // Further out g(x) = x to the last bit, and the powers of x would eventually overflow.
    const auto far = hn::Set(d, 1e9);
    const auto magnitude = hn::Abs(x);
    const auto a = hn::IfThenElse(hn::Gt(magnitude, far), far, magnitude);
    const auto q = polynomial(d, a, kHazardDenominator);
    const auto p = hn::Add(hn::Mul(a, q), polynomial(d, a, kHazardNumerator));

    // G(x) = exp(-x^2/4)^2 / sqrt(2 pi): the square root stays a normal number where G no longer is one. Only
    // used for x < 0; elsewhere x = 0 stands in for it. Below -50 it is 0 all the same.
    const auto zero = hn::Zero(d);
    const auto left = hn::Lt(x, zero);
    const auto nearest = hn::Set(d, -50.0);
    const auto y = hn::IfThenElse(hn::Lt(x, nearest), nearest, hn::IfThenElseZero(left, x));
    const auto parts = exp_parts(d, hn::Mul(hn::Mul(y, y), hn::Set(d, -0.25)));
    const auto root = hn::Add(parts.power, hn::Mul(parts.power, parts.expm1));
    const auto density = hn::Mul(root, hn::Mul(root, hn::Set(d, kInverseRootTwoPi)));

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
