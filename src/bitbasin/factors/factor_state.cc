// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_state.h"

#include "bitbasin/search/anneal.h"

namespace bitbasin {

static_assert(AnnealingProblem<FactorState>);

FactorState::FactorState(const FactorGraph& graph)
    : graph_(graph),
      places_(graph.scopes().size()),
      places_at_(graph.variables() + 1),
      bits_(graph.factors()) {
  for (const std::uint32_t v : graph.scopes()) ++places_at_[v + 1];
  for (std::size_t i = 0; i < graph.variables(); ++i) places_at_[i + 1] += places_at_[i];
  std::vector<std::size_t> next(places_at_.begin(), places_at_.end() - 1);
  for (std::size_t a = 0; a < graph.factors(); ++a) {
    const auto scope = graph.scope(a);
    for (std::size_t j = 0; j < scope.size(); ++j) {
      places_[next[scope[j]]++] = {static_cast<std::uint32_t>(a), std::uint32_t{1} << j};
    }
  }
  assign(BitVector(graph.variables()));
}

void FactorState::flip(std::size_t i) {
  energy_ += energy_change(i);
  for (const Place& place : places(i)) bits_[place.factor] ^= place.mask;
  configuration_.flip(i);
}

void FactorState::assign(const BitVector& configuration) {
  configuration_ = configuration;
  energy_ = 0;
  for (std::size_t a = 0; a < graph_.factors(); ++a) {
    const auto scope = graph_.scope(a);
    bits_[a] = 0;
    for (std::size_t j = 0; j < scope.size(); ++j) {
      bits_[a] |= std::uint32_t{configuration[scope[j]]} << j;
    }
    energy_ += graph_.allows(a, bits_[a]) ? 0 : 1;
  }
}

}  // namespace bitbasin
