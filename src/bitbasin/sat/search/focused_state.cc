// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/focused_state.h"

#include <algorithm>

namespace bitbasin {

FocusedState::FocusedState(const Formula& formula, Makes makes, const Occurrences* occurrences)
    : formula_(formula),
      keeps_makes_(makes == Makes::kept),
      occurrences_(occurrences != nullptr ? *occurrences : own_.emplace(formula)),
      assignment_(formula.variables),
      clauses_(formula.clauses()),
      breaks_(formula.variables),
      makes_(keeps_makes_ ? formula.variables : 0),
      unsatisfied_(formula.clauses()) {
  assign(assignment_);
}

void FocusedState::assign(const BitVector& assignment) {
  assignment_ = assignment;
  std::ranges::fill(breaks_, 0);
  std::ranges::fill(makes_, 0);
  unsatisfied_.clear();
  for (std::uint32_t a = 0; a < clauses_.size(); ++a) {
    Clause& clause = clauses_[a] = {0, 0};
    for (const Literal literal : formula_.clause(a)) {
      if (!is_true(literal, assignment_)) continue;
      ++clause.count;
      clause.critical ^= variable_of(literal);
    }
    if (clause.count == 1) ++breaks_[clause.critical];
    if (clause.count > 0) continue;
    unsatisfied_.insert(a);
    if (keeps_makes_) change_makes(a, 1);
  }
}

void FocusedState::flip(std::size_t i) {
  const auto v = static_cast<std::uint32_t>(i);
  const Literal was = make_literal(v, !assignment_[i]);
  assignment_.flip(i);
  for (const std::uint32_t a : occurrences_.of(complement_of(was))) {
    Clause& clause = clauses_[a];
    if (clause.count == 1) {
      --breaks_[clause.critical];
    } else if (clause.count == 0) {
      ++breaks_[v];
      unsatisfied_.erase(a);
      if (keeps_makes_) change_makes(a, ~std::uint32_t{0});
    }
    ++clause.count;
    clause.critical ^= v;
  }
  for (const std::uint32_t a : occurrences_.of(was)) {
    Clause& clause = clauses_[a];
    --clause.count;
    clause.critical ^= v;
    if (clause.count == 1) {
      ++breaks_[clause.critical];
    } else if (clause.count == 0) {
      --breaks_[v];
      unsatisfied_.insert(a);
      if (keeps_makes_) change_makes(a, 1);
    }
  }
}

void FocusedState::change_makes(std::uint32_t clause, std::uint32_t by) {
  for (const Literal literal : formula_.clause(clause)) makes_[variable_of(literal)] += by;
}

std::size_t FocusedState::most_breaks() const {
  std::size_t most = 0;
  for (Literal literal = 0; literal < 2 * formula_.variables; ++literal) {
    most = std::max(most, occurrences_.of(literal).size());
  }
  return most;
}

}  // namespace bitbasin
