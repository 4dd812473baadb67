// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/theory/equilibrium.h"

namespace bitbasin {

// Typical solutions of a committee of K units with disjoint inputs, random labels, alpha = P / (K n): the
// theory of equilibrium.h with the channel of models/majority.h, G^2 summed over the units. Fails for even
// numbers of units, and above kMostTheoryUnits, where the integral over K sums takes too long.
inline constexpr std::size_t kMostTheoryUnits = 7;
MeansAtOverlap tree_means(std::size_t units);

}  // namespace bitbasin
