// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/factors/factor_graph.h"

namespace bitbasin {

// A configuration and how many constraints it violates, kept while variables flip: an AnnealingProblem.
class FactorState {
 public:
  explicit FactorState(const FactorGraph& graph);

  std::size_t variables() const { return graph_.variables(); }
  const BitVector& configuration() const { return configuration_; }
  std::int64_t energy() const { return energy_; }
  std::int64_t energy_change(std::size_t i) const {
    std::int64_t change = 0;
    for (const Place& place : places(i)) {
      const std::uint32_t bits = bits_[place.factor];
      change += graph_.allows(place.factor, bits) - graph_.allows(place.factor, bits ^ place.mask);
    }
    return change;
  }
  void flip(std::size_t i);
  void assign(const BitVector& configuration);

 private:
  struct Place {  // of a variable in a constraint
    std::uint32_t factor;
    std::uint32_t mask;
  };
  std::span<const Place> places(std::size_t i) const {
    return std::span(places_).subspan(places_at_[i], places_at_[i + 1] - places_at_[i]);
  }

  const FactorGraph& graph_;
  std::vector<Place> places_;
  std::vector<std::size_t> places_at_;
  BitVector configuration_;
  std::vector<std::uint32_t> bits_;  // of each constraint, as its table counts them
  std::int64_t energy_ = 0;
};

}  // namespace bitbasin
