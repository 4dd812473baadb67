// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The solvers of formulas that come with the library; algorithms<Formula>() has them all. They take any
// formula: it is prepared first, and clauses that are empty count as unsatisfied in the end.
std::vector<Algorithm<Formula>> built_in_algorithms(std::type_identity<Formula>);

}  // namespace bitbasin
