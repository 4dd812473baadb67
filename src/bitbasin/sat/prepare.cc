// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/prepare.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "bitbasin/data/memory_limit.h"

namespace bitbasin {

PreparedFormula prepare(const Formula& formula) {
  // What the largest solver holds: fields, counters and lists per variable, messages and lists per literal.
  expect_memory(64.0 * formula.variables + 40.0 * static_cast<double>(formula.literals.size()), "the search");
  Normalised normalised = normalise(formula);
  Formula& clean = normalised.formula;
  PreparedFormula result;
  result.empty_clauses = normalised.empty_clauses;
  std::vector<std::uint32_t> order(clean.clauses());
  std::iota(order.begin(), order.end(), 0u);
  const auto length = [&](std::uint32_t a) { return clean.clause(a).size(); };
  if (std::ranges::is_sorted(order, {}, length) && normalised.empty_clauses == 0) {
    result.formula = std::move(clean);
  } else {
    std::ranges::stable_sort(order, {}, length);
    result.formula.variables = clean.variables;
    for (const std::uint32_t a : order) {
      if (!clean.clause(a).empty()) result.formula.add_clause(clean.clause(a));
    }
  }
  return result;
}

}  // namespace bitbasin
