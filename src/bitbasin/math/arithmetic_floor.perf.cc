// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/arithmetic_floor.perf.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bitbasin/math/arithmetic_floor.perf.cc"
#include <hwy/foreach_target.h>
// After foreach_target.h:
#include <hwy/highway.h>

#include "bitbasin/math/exp-inl.h"

HWY_BEFORE_NAMESPACE();
namespace bitbasin {
namespace HWY_NAMESPACE {

template <int kPairs>
struct BareKernel {
  template <class D>
  HWY_INLINE hn::Vec<D> operator()(D d, hn::Vec<D> x) const {
    auto a = x, b = hn::Neg(x), c = hn::Abs(x), e = hn::Mul(x, x);
    const auto factor = hn::Set(d, 0.9), term = hn::Set(d, 0.1);
    for (int i = 0; i < kPairs; i += 4) {
      a = hn::Add(hn::Mul(a, factor), term);
      b = hn::Add(hn::Mul(b, factor), term);
      c = hn::Add(hn::Mul(c, factor), term);
      e = hn::Add(hn::Mul(e, factor), term);
    }
    return hn::Div(hn::Add(a, b), hn::Add(c, e));
  }
};

// The number of multiply-add pairs that the compiled loops contain, rounded to a multiple of four.
void bare_mills(const double* x, double* out, std::size_t count) {
  map_array(x, out, count, BareKernel<36>{});
}
void bare_tanh(const double* x, double* out, std::size_t count) {
  map_array(x, out, count, BareKernel<16>{});
}

}  // namespace HWY_NAMESPACE
}  // namespace bitbasin
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace bitbasin {

HWY_EXPORT(bare_mills);
HWY_EXPORT(bare_tanh);

void bare_mills_arithmetic(std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(bare_mills)(x.data(), out.data(), x.size());
}

void bare_tanh_arithmetic(std::span<const double> x, std::span<double> out) {
  HWY_DYNAMIC_DISPATCH(bare_tanh)(x.data(), out.data(), x.size());
}

}  // namespace bitbasin
#endif  // HWY_ONCE
