// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_graph.h"

#include <algorithm>

#include "bitbasin/base/error.h"
#include "bitbasin/solve/verified.h"

namespace bitbasin {

static_assert(CheckedProblem<FactorGraph>);

FactorGraph::FactorGraph(std::size_t variables, double beta) : variables_(variables), beta_(beta) {
  constexpr std::size_t kMost = std::size_t{1} << 31;
  if (variables == 0 || variables > kMost) fail("expected 1 to {} variables, got {}", kMost, variables);
  if (!(beta > 0)) fail("expected beta above 0, got {}", beta);
}

void FactorGraph::begin_factor(std::span<const std::uint32_t> scope) {
  if (scope.empty() || scope.size() > kMostScope) {
    fail("expected a constraint on 1 to {} variables, got {}", kMostScope, scope.size());
  }
  for (std::size_t j = 0; j < scope.size(); ++j) {
    if (scope[j] >= variables_) fail("expected variables below {}, got {}", variables_, scope[j]);
    if (std::ranges::count(scope, scope[j]) > 1) {
      fail("expected different variables in a constraint, got {} twice", scope[j]);
    }
  }
  scopes_.insert(scopes_.end(), scope.begin(), scope.end());
}

void FactorGraph::end_factor() {
  scope_at_.push_back(scopes_.size());
  allowed_at_.push_back(allowed_.size());
}

std::size_t count_violations(const FactorGraph& graph, const BitVector& configuration) {
  if (configuration.size() != graph.variables()) {
    fail("expected {} values, got {}", graph.variables(), configuration.size());
  }
  std::size_t violated = 0;
  for (std::size_t a = 0; a < graph.factors(); ++a) {
    std::uint32_t bits = 0;
    const auto scope = graph.scope(a);
    for (std::size_t j = scope.size(); j-- > 0;) bits = 2 * bits + (configuration[scope[j]] ? 1 : 0);
    if (!graph.allows(a, bits)) ++violated;
  }
  return violated;
}

}  // namespace bitbasin
