// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace bitbasin {

// y replicas of a weight, each tied to one reference by the coupling gamma >= 0, which may be infinite. On
// one of them, with the field u of its own, the other y - 1 act through the reference by the field
//
//   phi = c((y - 1) c(u)),   c(a) = atanh(tanh gamma tanh a)
//
// (Baldassi et al. 2016). For a whole array: relative error below 1e-12 while |(y - 1) c(u)| < 350, which
// takes the place of anything larger. The bits are the same at every SIMD level. The arrays have one size and
// may be the same. Goal: 20 ns a value with AVX2.
void focusing_field(double gamma, double y, std::span<const double> u, std::span<double> phi);

}  // namespace bitbasin
