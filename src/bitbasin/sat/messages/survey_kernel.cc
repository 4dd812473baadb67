// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/survey_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/sat/messages/survey_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/simd_level.h"
#include "bitbasin/sat/messages/clause_passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// 1 - exp(x), for x <= 0; rounding may leave a sum of logarithms slightly above.
template <class D>
HWY_INLINE hn::Vec<D> one_minus_exp(D d, hn::Vec<D> x) {
  return hn::Max(hn::Sub(hn::Set(d, 1.0), clamped_exp(d, x)), hn::Zero(d));
}

void update_surveys(double* rows, double* opposed, std::size_t length) {
  pass_clauses(rows, opposed, length, [=](auto d, std::size_t at) HWY_ATTR {
    const auto asked = one_minus_exp(d, hn::Load(d, opposed + at));
    return hn::Div(asked, hn::Add(asked, clamped_exp(d, hn::Load(d, rows + at))));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(update_surveys);

SurveyKernel survey_kernel() {
  settle_simd_level();
  return HWY_DYNAMIC_DISPATCH(update_surveys);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
