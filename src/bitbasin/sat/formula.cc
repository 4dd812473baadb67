// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/formula.h"

#include <algorithm>
#include <cassert>

#include "bitbasin/base/error.h"

namespace bitbasin {

void Formula::add_clause(std::span<const Literal> clause) {
  assert(std::ranges::all_of(clause, [&](Literal literal) { return variable_of(literal) < variables; }));
  if (clause.size() > kMostLiterals - literals.size()) {
    fail("expected at most {} literals in a formula, got more", kMostLiterals);
  }
  literals.insert(literals.end(), clause.begin(), clause.end());
  offsets.push_back(static_cast<std::uint32_t>(literals.size()));
}

std::size_t longest_clause(const Formula& formula) {
  std::size_t longest = 0;
  for (std::size_t a = 0; a < formula.clauses(); ++a) longest = std::max(longest, formula.clause(a).size());
  return longest;
}

bool has_empty_clause(const Formula& formula) {
  return std::ranges::adjacent_find(formula.offsets) != formula.offsets.end();
}

namespace {

struct Placed {
  Literal literal;
  std::size_t place;
};

// The clause without repeats, each literal at its first place; or nothing for a clause that is always true.
bool first_literals(std::span<const Literal> clause, std::vector<Placed>& kept) {
  kept.clear();
  for (std::size_t i = 0; i < clause.size(); ++i) kept.push_back({clause[i], i});
  // Sorted by literal, the repeats and the complement of a literal are its neighbours.
  std::ranges::stable_sort(kept, {}, &Placed::literal);
  const auto repeats = [](const Placed& p, const Placed& q) { return p.literal == q.literal; };
  kept.erase(std::unique(kept.begin(), kept.end(), repeats), kept.end());
  const auto complements = [](Literal p, Literal q) { return complement_of(p) == q; };
  if (std::ranges::adjacent_find(kept, complements, &Placed::literal) != kept.end()) return false;
  std::ranges::sort(kept, {}, &Placed::place);
  return true;
}

}  // namespace

Normalised normalise(const Formula& formula) {
  Normalised result;
  result.formula.variables = formula.variables;
  std::vector<Placed> kept;
  std::vector<Literal> literals;
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    const std::span<const Literal> clause = formula.clause(a);
    if (!first_literals(clause, kept)) {
      ++result.tautologies;
      continue;
    }
    literals.clear();
    for (const Placed& placed : kept) literals.push_back(placed.literal);
    result.formula.add_clause(literals);
    result.dropped_literals += clause.size() - kept.size();
    result.empty_clauses += kept.empty() ? 1 : 0;
    result.unit_clauses += kept.size() == 1 ? 1 : 0;
  }
  return result;
}

}  // namespace bitbasin
