// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bitbasin {

// The surveys of kClauseLanes clauses of `length` literals each (clause_kernel.h). For literal k of clause c,
// with A the probability that no other clause asks for its variable to satisfy c, and B that none asks for
// the opposite,
//
//   rows[k * 16 + c] = log(B / A), which receives the new u, and opposed[k * 16 + c] = log B
//   zeta_k = (1 - B) / (1 - B + B / A),   u_k = max(log(1 - prod_{j != k} zeta_j), -40)
//
// Without the two 1 - B this is the kernel of belief propagation. `opposed` is used as scratch. Both are
// aligned to 64 bytes, and the bits are the same at every SIMD level.
using SurveyKernel = void (*)(double* rows, double* opposed, std::size_t length);

// The kernel for the SIMD level in use.
SurveyKernel survey_kernel();

}  // namespace bitbasin
