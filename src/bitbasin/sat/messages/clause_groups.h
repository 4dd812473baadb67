// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/sat/formula.h"

namespace bitbasin {

// The clauses of a large formula in groups, in order: threads compute the messages of a group together, all
// from the same fields, and then add the changes to the fields, each to those of some parts of the variables.
// A field receives its changes in the order of the clauses, so that sums do not depend on the threads. In a
// group of a large formula hardly any two clauses have a variable in common, so that waiting for the group
// costs nothing.
class ClauseGroups {
 public:
  // A group is then less than a hundredth of the formula.
  static constexpr std::size_t kManyClauses = std::size_t{1} << 20;

  static constexpr std::size_t kMostEdges = std::size_t{1} << 14;  // of a group
  static constexpr std::size_t kParts = 16;

  // Whether a formula has that many clauses, none of them too long.
  static bool suit(const Formula& formula, std::size_t many_clauses);

  explicit ClauseGroups(const Formula& formula);  // 2 bytes for each literal

  std::size_t size() const { return first_clause_.size() - 1; }
  std::size_t first_clause(std::size_t group) const { return first_clause_[group]; }
  std::size_t end_clause(std::size_t group) const { return first_clause_[group + 1]; }

  // The edges of a group whose variables belong to a part, counted from the first edge of the group.
  std::span<const std::uint16_t> edges(std::size_t group, std::size_t part) const {
    const std::size_t at = group * kParts + part;
    return {edges_.data() + first_edge_[at], edges_.data() + first_edge_[at + 1]};
  }

 private:
  std::vector<std::uint32_t> first_clause_{0};
  std::vector<std::uint32_t> first_edge_{0};  // of each part of each group
  std::vector<std::uint16_t> edges_;
};

}  // namespace bitbasin
