// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// What the solvers work on: no repeated literals, no clause that is always or never true, and clauses of one
// length side by side (stable otherwise), so that message passing can take them 16 at a time.
struct PreparedFormula {
  Formula formula;
  std::size_t empty_clauses = 0;  // left out; no assignment satisfies them
};

// Refuses formulas that would not fit into memory: a header may claim a billion variables.
PreparedFormula prepare(const Formula& formula);

}  // namespace bitbasin
