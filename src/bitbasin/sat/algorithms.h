// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>
#include <vector>

#include "bitbasin/sat/formula.h"
#include "bitbasin/solve/algorithm.h"

namespace bitbasin {

// The built-in solvers of formulas; algorithms<Formula>() also lists added ones. They take any formula: empty
// clauses count as unsatisfied, and refute it.
std::vector<Algorithm<Formula>> built_in_algorithms(std::type_identity<Formula>);

}  // namespace bitbasin
