// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/options.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// What defines a random perceptron instance, apart from its seed.
struct RandomPerceptron {
  std::int64_t n = 1001;
  std::optional<double> alpha;
  std::optional<std::int64_t> patterns;
  LabelSource task = LabelSource::classify;
  ConstraintOptions constraint;
};
const OptionTable<RandomPerceptron>& random_perceptron_options();

// The number of patterns. Fails unless exactly one of alpha and patterns is given, and if options contradict
// each other.
std::size_t constraints_of(const RandomPerceptron& random);

PerceptronInstance generate(const RandomPerceptron& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
