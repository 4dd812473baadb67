// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace bitbasin {

// g[i] = G(x[i]) / H(x[i]), the inverse Mills ratio of log_h.h, for a whole array: the relative error is
// below 1e-12 for -37.5 < x (subnormal further left, then 0; x itself for large x; NaN for NaN). The bits are
// the same at every SIMD level. The arrays must have the same size and may be the same array. Goal: 4 ns a
// value with AVX2; mills.perf.cc measures it.
void mills_g(std::span<const double> x, std::span<double> g);

}  // namespace bitbasin
