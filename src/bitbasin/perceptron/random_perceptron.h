// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/options.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// How a random perceptron instance is named, beside its seed.
struct RandomPerceptron {
  std::int64_t n = 1001;
  std::optional<double> alpha;
  std::optional<std::int64_t> patterns;
  LabelSource task = LabelSource::classify;
  ConstraintOptions constraint;
};
const OptionTable<RandomPerceptron>& random_perceptron_options();

// How many patterns there are. Fails unless that is said in one way, not in two, and where the parts of the
// name do not go together.
std::size_t constraints_of(const RandomPerceptron& random);

// The instance of that name.
PerceptronInstance generate(const RandomPerceptron& random, std::uint64_t seed, int threads);

}  // namespace bitbasin
