// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace bitbasin {

// Clauses are updated this many at a time, whatever the width of a vector: the result must not depend on it.
inline constexpr std::size_t kClauseLanes = 16;

// u is clamped here: a literal that its clause cannot do without counts e^40 times as much as its opposite.
inline constexpr double kStrongestMessage = 40;

// The messages of 16 clauses of `length` literals each. rows[k * 16 + c] holds J (D + X) + u of literal k of
// clause c and receives the new u:
//
//   zeta_k = 1 / (1 + exp(rows_k)),   u_k = max(log(1 - prod_{j != k} zeta_j), -40)
//
// with an error below 1e-13. `rows` and `scratch`, of the same size, are aligned to 64 bytes. The bits are
// the same at every SIMD level.
using ClauseKernel = void (*)(double* rows, double* scratch, std::size_t length);

// The kernel for the SIMD level in use.
ClauseKernel clause_kernel();

}  // namespace bitbasin
