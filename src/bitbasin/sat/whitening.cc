// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/whitening.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/sat/occurrences.h"

namespace bitbasin {
namespace {

constexpr std::uint32_t kNobody = 0xffffffff;

// For each clause the variable that alone satisfies it, if there is one.
std::vector<std::uint32_t> only_supporters(const Formula& formula, const BitVector& solution) {
  std::vector<std::uint32_t> only(formula.clauses(), kNobody);
  for (std::size_t a = 0; a < formula.clauses(); ++a) {
    int supporters = 0;
    for (const Literal literal : formula.clause(a)) {
      if (!is_true(literal, solution)) continue;
      ++supporters;
      only[a] = variable_of(literal);
    }
    if (supporters == 0) fail("expected a solution, but it does not satisfy every clause");
    if (supporters > 1) only[a] = kNobody;
  }
  return only;
}

}  // namespace

BitVector frozen_variables(const Formula& formula, const BitVector& solution) {
  const Formula clean = normalise(formula).formula;
  const Occurrences occurrences(clean);
  std::vector<std::uint32_t> only = only_supporters(clean, solution);
  std::vector<std::uint32_t> needed_by(clean.variables);  // clauses that would be violated by a flip
  for (const std::uint32_t i : only) {
    if (i != kNobody) ++needed_by[i];
  }
  BitVector frozen(clean.variables);
  std::vector<std::uint32_t> white;
  for (std::uint32_t i = 0; i < clean.variables; ++i) {
    if (needed_by[i] > 0) {
      frozen.set(i, true);
    } else {
      white.push_back(i);
    }
  }
  while (!white.empty()) {
    const std::uint32_t i = white.back();
    white.pop_back();
    for (const std::uint32_t a : occurrences.of_variable(i)) {
      const std::uint32_t j = only[a];
      if (j == kNobody) continue;
      only[a] = kNobody;
      if (--needed_by[j] > 0) continue;
      frozen.set(j, false);
      white.push_back(j);
    }
  }
  return frozen;
}

double frozen_fraction(const Formula& formula, const BitVector& solution) {
  int count = 0;
  const BitVector frozen = frozen_variables(formula, solution);
  for (const std::uint64_t word : frozen.words()) count += std::popcount(word);
  return count / std::max<double>(1, formula.variables);
}

}  // namespace bitbasin
