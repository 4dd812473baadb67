// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/prepare.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "bitbasin/data/memory_limit.h"

namespace bitbasin {
namespace {

bool is_prepared(const Formula& formula) {
  std::vector<std::uint32_t> last(formula.variables);  // clause with each variable, from 1
  std::size_t length = 1;
  for (std::uint32_t a = 0; a < formula.clauses(); ++a) {
    const std::span<const Literal> clause = formula.clause(a);
    if (clause.size() < length) return false;
    length = clause.size();
    for (const Literal literal : clause) {
      if (std::exchange(last[variable_of(literal)], a + 1) == a + 1) return false;
    }
  }
  return true;
}

}  // namespace

PreparedFormula prepare(const Formula& formula) {
  // What the largest solver holds: fields, counters and lists per variable, messages and lists per literal.
  expect_memory(64.0 * formula.variables + 40.0 * static_cast<double>(formula.literals.size()), "the search");
  PreparedFormula result(formula);
  if (is_prepared(formula)) return result;
  const Formula clean = normalise(formula).formula;
  std::vector<std::uint32_t> order(clean.clauses());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::stable_sort(order, {}, [&](std::uint32_t a) { return clean.clause(a).size(); });
  Formula& sorted = result.changed_.emplace();
  sorted.variables = clean.variables;
  for (const std::uint32_t a : order) {
    if (!clean.clause(a).empty()) sorted.add_clause(clean.clause(a));
  }
  return result;
}

}  // namespace bitbasin
