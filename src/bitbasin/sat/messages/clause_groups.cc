// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_groups.h"

#include <array>
#include <bit>

namespace bitbasin {

bool ClauseGroups::suit(const Formula& formula, std::size_t many_clauses) {
  constexpr std::size_t kLongest = 64;
  return formula.clauses() >= many_clauses && longest_clause(formula) <= kLongest;
}

ClauseGroups::ClauseGroups(const Formula& formula) : edges_(formula.literals.size()) {
  const std::size_t shift = static_cast<std::size_t>(std::bit_width((formula.variables - 1) / kParts));
  const auto part_of = [&](std::size_t e) { return variable_of(formula.literals[e]) >> shift; };
  for (std::size_t a = 0; a < formula.clauses();) {
    const std::size_t first = formula.offsets[a];
    while (a < formula.clauses() && formula.offsets[a + 1] - first <= kMostEdges) ++a;
    const std::size_t end = formula.offsets[a];
    std::array<std::uint32_t, kParts> next{};  // counts, then places
    for (std::size_t e = first; e < end; ++e) ++next[part_of(e)];
    auto at = static_cast<std::uint32_t>(first);
    for (std::uint32_t& count : next) {
      at += count;
      first_edge_.push_back(at);
      count = at - count;
    }
    for (std::size_t e = first; e < end; ++e)
      edges_[next[part_of(e)]++] = static_cast<std::uint16_t>(e - first);
    first_clause_.push_back(static_cast<std::uint32_t>(a));
  }
}

}  // namespace bitbasin
