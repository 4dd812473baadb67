// SPDX-License-Identifier: Apache-2.0
// Per-target pieces that the kernels of belief propagation and of surveys share.

#if defined(BITBASIN_SAT_CLAUSE_PASSES_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef BITBASIN_SAT_CLAUSE_PASSES_INL_H_
#undef BITBASIN_SAT_CLAUSE_PASSES_INL_H_
#else
#define BITBASIN_SAT_CLAUSE_PASSES_INL_H_
#endif

#include <hwy/highway.h>

#include <cstddef>

#include "bitbasin/math/exp-inl.h"
#include "bitbasin/math/log-inl.h"
#include "bitbasin/sat/messages/clause_kernel.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

// exp(x), for x between -500 and 500: it stays finite, and zeta is 0 or 1 far before.
template <class D>
HWY_INLINE hn::Vec<D> clamped_exp(D d, hn::Vec<D> x) {
  const auto most = hn::Set(d, 500.0);
  const auto parts = exp_parts(d, hn::Min(hn::Max(x, hn::Neg(most)), most));
  return hn::Add(parts.power, hn::Mul(parts.power, parts.expm1));
}

// u_k = max(log(1 - prod_{j != k} zeta_j), -40) in `rows`, for kClauseLanes clauses. zeta(d, at) makes those
// of a literal from what stands at `at`; they are left in `scratch`.
template <class Zeta>
HWY_INLINE void pass_clauses(double* rows, double* scratch, std::size_t length, Zeta zeta) {
  const hn::CappedTag<double, kClauseLanes> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(d, 1.0);
  const auto least = hn::Set(d, 0x1.39792499b1a24p-58);  // e^-40
  for (std::size_t c = 0; c < kClauseLanes; c += lanes) {
    // scratch: zeta; rows: the product of those before, then of all others.
    auto product = one;
    for (std::size_t k = 0; k < length; ++k) {
      const std::size_t at = k * kClauseLanes + c;
      const auto of_literal = zeta(d, at);
      hn::Store(of_literal, d, scratch + at);
      hn::Store(product, d, rows + at);
      product = hn::Mul(product, of_literal);
    }
    product = one;
    for (std::size_t k = length; k-- > 0;) {
      const std::size_t at = k * kClauseLanes + c;
      const auto others = hn::Mul(hn::Load(d, rows + at), product);
      hn::Store(log_normal(d, hn::Max(hn::Sub(one, others), least)), d, rows + at);
      product = hn::Mul(product, hn::Load(d, scratch + at));
    }
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#endif  // BITBASIN_SAT_CLAUSE_PASSES_INL_H_
