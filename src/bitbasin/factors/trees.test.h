// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cmath>
#include <vector>

#include "bitbasin/factors/factor_graph.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin {

// A random tree of constraints over 2, 3 or 4 variables: belief propagation is exact there. Each allows the
// values of one hidden configuration, and random other values.
inline FactorGraph random_tree(std::size_t variables, double beta, std::uint64_t seed) {
  Stream stream(seed, purpose("test"));
  FactorGraph tree(variables, beta);
  const std::uint64_t hidden = stream.next();
  for (std::uint32_t next = 1; next < variables;) {
    std::vector<std::uint32_t> scope{static_cast<std::uint32_t>(uniform_below(stream, next))};
    const std::uint64_t more = 1 + uniform_below(stream, 3);
    for (std::uint64_t j = 0; j < more && next < variables; ++j) scope.push_back(next++);
    std::uint32_t kept = 0;
    for (std::size_t j = 0; j < scope.size(); ++j) {
      kept |= static_cast<std::uint32_t>(hidden >> scope[j] & 1) << j;
    }
    tree.add(scope, [&](std::uint32_t bits) { return bits == kept || coin(stream, 0.5); });
  }
  return tree;
}

inline BitVector from_word(std::size_t variables, std::uint64_t word) {
  BitVector w(variables);
  w.words()[0] = word;
  return w;
}

// Sums over all configurations, each with its weight exp(-beta violations + gamma sum_i W_i W~_i).
struct ExactSums {
  double free_entropy = 0;
  std::vector<double> up;  // probability of +1
};
inline ExactSums exact_sums(const FactorGraph& graph, const BitVector& reference, double gamma) {
  const std::size_t n = graph.variables();
  ExactSums sums{0, std::vector<double>(n)};
  double total = 0;
  for (std::uint64_t word = 0; word < std::uint64_t{1} << n; ++word) {
    const std::size_t violated = count_violations(graph, from_word(n, word));
    if (violated > 0 && std::isinf(graph.beta())) continue;
    const int same = static_cast<int>(n) - 2 * std::popcount(word ^ reference.words()[0]);
    const double weight =
        std::exp(gamma * same - (violated == 0 ? 0 : graph.beta() * static_cast<double>(violated)));
    total += weight;
    for (std::size_t i = 0; i < n; ++i) sums.up[i] += (word >> i & 1) != 0 ? weight : 0;
  }
  for (double& p : sums.up) p /= total;
  sums.free_entropy = std::log(total);
  return sums;
}

}  // namespace bitbasin
