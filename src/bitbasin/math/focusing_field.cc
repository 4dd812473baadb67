// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/focusing_field.h"

#include <cassert>

#include "bitbasin/math/portable_exp.h"
#include "bitbasin/math/tanh_array.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/math/focusing_field.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// With E = exp(2a) - 1, tanh a = E / (E + 2), so that for a >= 0
//
//   c(a) = log((2 + (1 + t) E) / (2 + (1 - t) E)) / 2 = log1p(2 t E / (2 + (1 - t) E)) / 2,   t = tanh gamma:
//
// nothing cancels, and nothing is lost where t is 1 to the last bit.
struct FocusingKernel {
  double tanh_gamma;
  double complement;  // 1 - tanh gamma
  double others;      // y - 1

  template <class D>
  HWY_INLINE hn::Vec<D> coupled(D d, hn::Vec<D> field) const {
    const auto largest = hn::Set(d, 350.0);  // exp(700) is still a number
    const auto a = hn::IfThenElse(hn::Gt(field, largest), largest, field);
    const auto parts = exp_parts(d, hn::Add(a, a));
    const auto e = hn::Add(hn::Mul(parts.power, parts.expm1), hn::Sub(parts.power, hn::Set(d, 1.0)));
    const auto rest = hn::Add(hn::Set(d, 2.0), hn::Mul(hn::Set(d, complement), e));
    const auto ratio = hn::Div(hn::Mul(hn::Set(d, 2 * tanh_gamma), e), rest);
    return hn::Mul(hn::Set(d, 0.5), log1p_positive(d, ratio));
  }

  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> u) const {
    const auto at_reference = hn::Mul(hn::Set(d, others), coupled(d, hn::Abs(u)));
    return hn::CopySignToAbs(coupled(d, at_reference), u);
  }
};

void focusing_range(const double* u, double* phi, std::size_t count, double tanh_gamma, double complement,
                    double others) {
  map_array(u, phi, count, FocusingKernel{tanh_gamma, complement, others});
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(focusing_range);

void focusing_field(double gamma, double y, std::span<const double> u, std::span<double> phi) {
  assert(u.size() == phi.size() && gamma >= 0 && y >= 1);
  double tanh_gamma = 0;
  tanh_array({&gamma, 1}, {&tanh_gamma, 1});
  const double complement = 2 / (portable_exp(2 * gamma) + 1);
  HWY_DYNAMIC_DISPATCH(focusing_range)
  (u.data(), phi.data(), u.size(), tanh_gamma, complement, y - 1);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
