// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace bitbasin {

// What the machine does at best, at the SIMD level in use: as many multiplications and additions a value as a
// kernel has, in chains that do not wait for each other, and one division.
void bare_mills_arithmetic(std::span<const double> x, std::span<double> out);
void bare_tanh_arithmetic(std::span<const double> x, std::span<double> out);

}  // namespace bitbasin
