// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "bitbasin/bits/bit_vector.h"

namespace bitbasin {

// A variable v = 0, 1, ... or its negation: 2 v or 2 v + 1, so that a literal is an index and its complement
// is one bit away.
using Literal = std::uint32_t;

constexpr Literal make_literal(std::uint32_t variable, bool negated) {
  return 2 * variable + (negated ? 1 : 0);
}
constexpr std::uint32_t variable_of(Literal literal) {
  return literal >> 1;
}
constexpr bool is_negated(Literal literal) {
  return literal & 1;
}
constexpr Literal complement_of(Literal literal) {
  return literal ^ 1;
}

// In files variables count from 1 and a minus negates: 1, -1, 2, -2, ...
constexpr std::int32_t dimacs_literal(Literal literal) {
  const auto number = static_cast<std::int32_t>(variable_of(literal) + 1);
  return is_negated(literal) ? -number : number;
}

// Whether an assignment, bit 1 for true, makes a literal true.
inline bool is_true(Literal literal, const BitVector& assignment) {
  return assignment[variable_of(literal)] != is_negated(literal);
}

// Literals fit in 31 bits and offsets in 32.
inline constexpr std::uint32_t kMostVariables = std::uint32_t{1} << 30;
inline constexpr std::size_t kMostLiterals = 0xffffffff;

// Clauses in flat arrays. A clause is satisfied when one of its literals is true; an empty clause never is.
struct Formula {
  std::uint32_t variables = 0;
  std::vector<std::uint32_t> offsets{
      0};  // clause a holds literals[offsets[a]] up to literals[offsets[a + 1]]
  std::vector<Literal> literals;

  std::size_t clauses() const { return offsets.size() - 1; }
  std::span<const Literal> clause(std::size_t a) const {
    return {literals.data() + offsets[a], literals.data() + offsets[a + 1]};
  }
  double alpha() const {  // 0 without variables
    return variables == 0 ? 0 : static_cast<double>(clauses()) / static_cast<double>(variables);
  }

  // Appends a clause; the literals must be in range.
  void add_clause(std::span<const Literal> clause);

  bool operator==(const Formula&) const = default;
};

// The literals of the longest clause, 0 without clauses.
std::size_t longest_clause(const Formula& formula);

// Whether a clause has no literal, which nothing satisfies.
bool has_empty_clause(const Formula& formula);

// What the clean-up found.
struct Normalised {
  Formula formula;
  std::size_t dropped_literals = 0;  // repeated within their clause
  std::size_t tautologies = 0;       // clauses dropped because they hold a variable and its negation
  std::size_t empty_clauses = 0;     // kept: the formula cannot be satisfied
  std::size_t unit_clauses = 0;      // kept
};

// The same formula as solvers want it: no literal twice in a clause, no clause that is always true. Otherwise
// the order of clauses and literals stays.
Normalised normalise(const Formula& formula);

}  // namespace bitbasin
