// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/damage.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "bitbasin/bits/dot.h"
#include "bitbasin/math/generalization_error.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {
namespace {

// Flips `count` different weights: the first steps of a shuffle choose them.
BitVector damaged(BitVector weights, std::size_t count, Stream stream) {
  std::vector<std::size_t> order(weights.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = 0; i < count; ++i) {
    std::swap(order[i], order[i + uniform_below(stream, order.size() - i)]);
    weights.flip(order[i]);
  }
  return weights;
}

}  // namespace

std::vector<DamagePoint> measure_damage(const PerceptronInstance& instance, const BitVector& weights,
                                        std::span<const double> fractions, std::uint64_t seed, int threads) {
  const SumRange allowed = instance.sums();
  std::vector<std::int32_t> sums(instance.patterns());
  std::vector<DamagePoint> points;
  for (const double fraction : fractions) {
    DamagePoint point{fraction,
                      static_cast<std::size_t>(std::llround(fraction * static_cast<double>(weights.size())))};
    std::vector<double> errors, generalization;
    for (std::size_t choice = 0; choice < kDamages; ++choice) {
      const BitVector left =
          damaged(weights, point.flipped, Stream(seed, purpose("perceptron.damage"), choice));
      dots(instance.x, left, sums, threads);
      errors.push_back(static_cast<double>(
          std::ranges::count_if(sums, [&](std::int32_t sum) { return !allowed.contains(sum); })));
      if (instance.teacher) generalization.push_back(generalization_error(overlap(*instance.teacher, left)));
    }
    point.errors = mean_and_error(errors);
    if (instance.teacher) point.generalization_error = mean_and_error(generalization).mean;
    points.push_back(point);
  }
  return points;
}

}  // namespace bitbasin
