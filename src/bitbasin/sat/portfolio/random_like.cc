// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/random_like.h"

#include <cmath>
#include <vector>

namespace bitbasin {

bool looks_random(const Formula& formula) {
  if (formula.clauses() == 0) return false;
  const std::size_t k = formula.clause(0).size();  // the shortest come first
  if (k < 3 || formula.literals.size() != k * formula.clauses()) return false;
  std::vector<std::uint32_t> occurs(formula.variables);
  double negated = 0;
  for (const Literal literal : formula.literals) {
    ++occurs[variable_of(literal)];
    negated += is_negated(literal);
  }
  const auto n = static_cast<double>(formula.variables), m = static_cast<double>(formula.literals.size());
  constexpr double kDeviations = 3.5;  // one random formula in a thousand is missed
  if (std::abs(2 * negated - m) > kDeviations * std::sqrt(m)) return false;
  // The variance of the occurrences is their mean, up to sqrt(2 / N). In formulas that encode something, the
  // two differ by much more.
  double squares = 0;
  for (const std::uint32_t count : occurs) squares += (count - m / n) * (count - m / n);
  return std::abs(squares / m - 1) < 0.2 + kDeviations * std::sqrt(2 / n);
}

}  // namespace bitbasin
