// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "bitbasin/base/statistics.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// What weights are worth after some of them, chosen at random, have been flipped. Means over kDamages
// choices.
struct DamagePoint {
  double fraction = 0;
  std::size_t flipped = 0;                          // weights, fraction * N to the nearest whole number
  MeanError errors = {};                            // patterns that violate the constraint
  std::optional<double> generalization_error = {};  // with a teacher
};
inline constexpr std::size_t kDamages = 20;

std::vector<DamagePoint> measure_damage(const PerceptronInstance& instance, const BitVector& weights,
                                        std::span<const double> fractions, std::uint64_t seed,
                                        int threads = 1);

}  // namespace bitbasin
