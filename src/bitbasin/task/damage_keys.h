// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include "bitbasin/base/options.h"
#include "bitbasin/json/json.h"
#include "bitbasin/perceptron/damage.h"

namespace bitbasin {

// Which fractions of the weights to flip after learning.
struct DamageOptions {
  std::string damage{kNoDamage};
  static constexpr const char* kNoDamage = "none";
};

const OptionTable<DamageOptions>& damage_options();

// Problems whose answers can be damaged.
template <class P>
constexpr bool can_be_damaged() {
  return std::is_same_v<typename P::Instance, PerceptronInstance>;
}

void check(const DamageOptions& options);  // fails if they are no fractions

// Sets the key "damage", if any was asked for.
void describe_damage(const PerceptronInstance& instance, const BitVector& weights,
                     const DamageOptions& options, std::uint64_t seed, int threads, Json& keys);

}  // namespace bitbasin
