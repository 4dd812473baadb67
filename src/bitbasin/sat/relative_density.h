// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// alpha_s(K): the clauses per variable up to which random K-SAT has solutions, from the cavity method
// (Mertens, Mezard and Zecchina, Random Structures and Algorithms 28, 340, 2006) for K = 3 to 7, 1 for K = 2,
// and its expansion 2^K ln 2 - (1 + ln 2) / 2 beyond. K of at least 2.
double satisfiability_threshold(std::size_t k);

// How constrained a formula is: sum_a 1 / (N alpha_s(length of a)), so alpha / alpha_s for random K-SAT, and
// 1 where random formulas cease to have solutions. Unit clauses, which only fix variables, do not count.
double relative_density(const Formula& formula);

}  // namespace bitbasin
