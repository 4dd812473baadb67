// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace bitbasin {

// The best that the machine can do at the SIMD level in use: as many multiplications and additions per value
// as a kernel has, in independent chains, and one division.
void bare_mills_arithmetic(std::span<const double> x, std::span<double> out);
void bare_tanh_arithmetic(std::span<const double> x, std::span<double> out);

}  // namespace bitbasin
