// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/sat/messages/clause_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/bits/simd_level.h"
#include "bitbasin/sat/messages/clause_passes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

void update_clauses(double* rows, double* scratch, std::size_t length) {
  pass_clauses(rows, scratch, length, [rows](auto d, std::size_t at) HWY_ATTR {
    const auto one = hn::Set(d, 1.0);
    return hn::Div(one, hn::Add(one, clamped_exp(d, hn::Load(d, rows + at))));
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(update_clauses);

ClauseKernel clause_kernel() {
  settle_simd_level();
  return HWY_DYNAMIC_DISPATCH(update_clauses);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
