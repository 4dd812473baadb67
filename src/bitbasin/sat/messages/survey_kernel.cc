// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/survey_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/sat/messages/survey_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/log-inl.h"
#include "bitbasin/sat/messages/clause_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// exp(x), for x between -500 and 500
template <class D>
HWY_INLINE hn::Vec<D> clamped_exp(D d, hn::Vec<D> x) {
  const auto most = hn::Set(d, 500.0);
  const auto parts = exp_parts(d, hn::Min(hn::Max(x, hn::Neg(most)), most));
  return hn::Add(parts.power, hn::Mul(parts.power, parts.expm1));
}

// 1 - exp(x), for x <= 0; rounding may leave a sum of logarithms slightly above.
template <class D>
HWY_INLINE hn::Vec<D> one_minus_exp(D d, hn::Vec<D> x) {
  return hn::Max(hn::Sub(hn::Set(d, 1.0), clamped_exp(d, x)), hn::Zero(d));
}

void update_surveys(double* rows, double* opposed, std::size_t length) {
  const hn::CappedTag<double, kClauseLanes> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0);
  const auto least = hn::Set(d, 0x1.39792499b1a24p-58);  // e^-40
  for (std::size_t c = 0; c < kClauseLanes; c += lanes) {
    // opposed: zeta; rows: the product of those before, then of all others.
    auto product = one;
    for (std::size_t k = 0; k < length; ++k) {
      double* row = rows + k * kClauseLanes + c;
      double* other = opposed + k * kClauseLanes + c;
      const auto asked = one_minus_exp(d, hn::Load(d, other));
      const auto zeta = hn::Div(asked, hn::Add(asked, clamped_exp(d, hn::Load(d, row))));
      hn::Store(zeta, d, other);
      hn::Store(product, d, row);
      product = hn::Mul(product, zeta);
    }
    product = one;
    for (std::size_t k = length; k-- > 0;) {
      double* row = rows + k * kClauseLanes + c;
      const auto others = hn::Mul(hn::Load(d, row), product);
      hn::Store(log_normal(d, hn::Max(hn::Sub(one, others), least)), d, row);
      product = hn::Mul(product, hn::Load(d, opposed + k * kClauseLanes + c));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(update_surveys);

SurveyKernel survey_kernel() {
  // Before a target is chosen, dispatch gives a function that asks the CPU in every call.
  if (!hwy::GetChosenTarget().IsInitialized()) hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(update_surveys);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
