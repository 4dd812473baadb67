// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// Constraints over a few two-valued variables each, defined by what they allow:
//
//   FactorGraph cut(n);
//   for (auto [u, v] : edges) cut.add({u, v}, [](auto bits) { return bits == 0b01 || bits == 0b10; });
//
// If not all constraints can hold at once, give a finite beta: belief propagation then weights each violated
// constraint by exp(-beta). With an infinite beta it sees only configurations that violate nothing.
class FactorGraph {
 public:
  static constexpr std::size_t kMostScope = 16;

  explicit FactorGraph(std::size_t variables, double beta = std::numeric_limits<double>::infinity());

  // A constraint on the variables of `scope`. allows(bits) says whether it allows their values: bit j is that
  // of variable scope[j], 1 for +1. Fails if the scope is empty, too long, or names a variable twice or one
  // that does not exist.
  template <std::predicate<std::uint32_t> Allows>
  void add(std::span<const std::uint32_t> scope, Allows allows) {
    begin_factor(scope);
    for (std::uint32_t bits = 0; bits < std::uint32_t{1} << scope.size(); ++bits) {
      allowed_.push_back(allows(bits) ? 1 : 0);
    }
    end_factor();
  }
  template <std::predicate<std::uint32_t> Allows>
  void add(std::initializer_list<std::uint32_t> scope, Allows allows) {
    add(std::span(scope.begin(), scope.size()), allows);
  }

  std::size_t variables() const { return variables_; }
  std::size_t factors() const { return scope_at_.size() - 1; }
  double beta() const { return beta_; }
  // The variables of all scopes, one after the other, and where those of a factor begin.
  std::span<const std::uint32_t> scopes() const { return scopes_; }
  std::size_t first_edge(std::size_t a) const { return scope_at_[a]; }
  std::span<const std::uint32_t> scope(std::size_t a) const {
    return std::span(scopes_).subspan(scope_at_[a], scope_at_[a + 1] - scope_at_[a]);
  }
  bool allows(std::size_t a, std::uint32_t bits) const { return allowed_[allowed_at_[a] + bits] != 0; }

 private:
  void begin_factor(std::span<const std::uint32_t> scope);
  void end_factor();

  std::size_t variables_;
  double beta_;
  std::vector<std::uint32_t> scopes_;
  std::vector<std::size_t> scope_at_{0};
  std::vector<std::uint8_t> allowed_;
  std::vector<std::size_t> allowed_at_{0};
};

// The constraints that a configuration violates, looked up one by one.
std::size_t count_violations(const FactorGraph& graph, const BitVector& configuration);

}  // namespace bitbasin
