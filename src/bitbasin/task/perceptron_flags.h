// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "bitbasin/base/label_source.h"
#include "bitbasin/base/options.h"
#include "bitbasin/data/json.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin {

// The flags that choose a random perceptron instance.
struct PerceptronFlags {
  std::int64_t n = 1001;
  std::optional<double> alpha;
  std::optional<std::int64_t> patterns;
  LabelSource task = LabelSource::classify;
};
const OptionTable<PerceptronFlags>& perceptron_flag_table();

// How many patterns there are. Fails unless the flags say so in one way, not in two.
std::size_t patterns_of(const PerceptronFlags& flags);

// The instance that the flags and the seed name.
PerceptronInstance generate_instance(const PerceptronFlags& flags, std::uint64_t seed, int threads);

// Sets n, alpha and patterns.
void describe_instance(const PerceptronInstance& instance, Json& result);

}  // namespace bitbasin
