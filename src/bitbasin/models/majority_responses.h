// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

namespace bitbasin {

// MajorityModel::respond for three units and more, with a pattern in each lane of a vector. The bits are the
// same at every SIMD level, and those of a pattern do not depend on which others it is computed with.
// w and g point to the first pattern of the first unit; the next unit's stands `stride` further. Goal: 4 ns
// per unit and pattern with AVX2.
void majority_responses(std::span<const double> v, double threshold, double* w, double* g, std::size_t stride,
                        std::size_t count);

// The least probability that a unit is positive, inside the sums over votes. Z and R_l then never vanish
// together, and G_l stays of the size |z_l| / sqrt V_l when all units are wrong. The product of half of them
// must be a normal number.
double least_vote(std::size_t units);

}  // namespace bitbasin
