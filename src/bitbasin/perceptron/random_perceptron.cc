// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/random_perceptron.h"

#include <limits>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {

const OptionTable<RandomPerceptron>& random_perceptron_options() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr auto kMost = static_cast<std::int64_t>(kMostSynapses);
  static const OptionTable<RandomPerceptron> table{
      option("n", &RandomPerceptron::n, {1, kMost}, "synapses, an odd number", "N"),
      option("alpha", &RandomPerceptron::alpha, {0, kInfinity, true, true}, "patterns per synapse",
             "alpha = P / N"),
      option("patterns", &RandomPerceptron::patterns, {1}, "number of patterns, instead of alpha", "P"),
      label_source_option(&RandomPerceptron::task),
  };
  return table;
}

std::size_t constraints_of(const RandomPerceptron& random) {
  const auto n = static_cast<std::size_t>(random.n);
  const std::size_t patterns =
      constraint_count(n, random.alpha, "patterns per synapse", random.patterns, "patterns");
  if (patterns == 0) {
    fail("expected alpha to give at least one pattern but {} * {} rounds to 0", *random.alpha, random.n);
  }
  return patterns;
}

PerceptronInstance generate(const RandomPerceptron& random, std::uint64_t seed, int threads) {
  const auto n = static_cast<std::size_t>(random.n);
  return random.task == LabelSource::teacher ? teacher_instance(n, constraints_of(random), seed, threads)
                                             : random_instance(n, constraints_of(random), seed, threads);
}

}  // namespace bitbasin
