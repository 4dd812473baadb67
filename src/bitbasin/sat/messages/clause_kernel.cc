// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_kernel.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/sat/messages/clause_kernel.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/log-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

constexpr double kLargestExponent = 500;              // exp() stays finite; zeta is 0 or 1 far before
constexpr double kLeastRest = 0x1.39792499b1a24p-58;  // e^-40

// 1 / (1 + exp(x))
template <class D>
HWY_INLINE hn::Vec<D> not_satisfied(D d, hn::Vec<D> x) {
  const auto most = hn::Set(d, kLargestExponent);
  const auto clamped = hn::Min(hn::Max(x, hn::Neg(most)), most);
  const auto parts = exp_parts(d, clamped);
  const auto one = hn::Set(d, 1.0);
  return hn::Div(one, hn::Add(one, hn::Add(parts.power, hn::Mul(parts.power, parts.expm1))));
}

void update_clauses(double* rows, double* scratch, std::size_t length) {
  const hn::CappedTag<double, kClauseLanes> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0);
  for (std::size_t c = 0; c < kClauseLanes; c += lanes) {
    // scratch: zeta; rows: the product of those before, then of all others.
    auto product = one;
    for (std::size_t k = 0; k < length; ++k) {
      double* row = rows + k * kClauseLanes + c;
      const auto zeta = not_satisfied(d, hn::Load(d, row));
      hn::Store(zeta, d, scratch + k * kClauseLanes + c);
      hn::Store(product, d, row);
      product = hn::Mul(product, zeta);
    }
    product = one;
    for (std::size_t k = length; k-- > 0;) {
      double* row = rows + k * kClauseLanes + c;
      const auto others = hn::Mul(hn::Load(d, row), product);
      const auto rest = hn::Max(hn::Sub(one, others), hn::Set(d, kLeastRest));
      hn::Store(log_normal(d, rest), d, row);
      product = hn::Mul(product, hn::Load(d, scratch + k * kClauseLanes + c));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(update_clauses);

ClauseKernel clause_kernel() {
  // Before a target is chosen, dispatch gives a function that asks the CPU in every call.
  if (!hwy::GetChosenTarget().IsInitialized()) hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  return HWY_DYNAMIC_DISPATCH(update_clauses);
}

}  // namespace bitbasin
#endif  // HWY_ONCE
