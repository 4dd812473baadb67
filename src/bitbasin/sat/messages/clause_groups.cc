// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_groups.h"

#include <bit>
#include <utility>

namespace bitbasin {

bool ClauseGroups::suit(const Formula& formula, std::size_t many_clauses) {
  constexpr std::size_t kLongest = 64;
  return formula.clauses() >= many_clauses && longest_clause(formula) <= kLongest;
}

ClauseGroups::ClauseGroups(const Formula& formula)
    : clauses_(formula.clauses()),
      shift_(static_cast<unsigned>(std::bit_width((formula.variables - 1) / kParts))) {
  const std::size_t all_tasks = (clauses_ + kTaskClauses - 1) / kTaskClauses;
  group_tasks_ = (all_tasks + kMostGroups - 1) / kMostGroups;
  places_.resize(all_tasks * kParts);
  for (std::size_t task = 0; task < all_tasks; ++task) {
    const std::size_t end = formula.offsets[first_clause(task + 1)];
    for (std::size_t e = formula.offsets[first_clause(task)]; e < end; ++e) {
      ++places_[task * kParts + part(variable_of(formula.literals[e]))];
    }
  }
  // From counts to places.
  for (std::size_t group = 0; first_task(group) < all_tasks; ++group) {
    std::uint32_t at = 0;
    for (std::size_t p = 0; p < kParts; ++p) {
      for (std::size_t task = first_task(group); task < first_task(group + 1); ++task) {
        at += std::exchange(places_[task * kParts + p], at);
      }
    }
    sizes_.push_back(at);
  }
}

}  // namespace bitbasin
