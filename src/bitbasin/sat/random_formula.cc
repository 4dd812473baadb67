// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/random_formula.h"

#include <limits>

#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/solve/constraint_count.h"

namespace bitbasin {

const OptionTable<RandomFormula>& random_formula_options() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::int64_t kMost = kMostVariables;
  constexpr int kMostLiteralsInClause = 100;  // the work per clause grows as K^2
  static const OptionTable<RandomFormula> table{
      option("n", &RandomFormula::n, {1, kMost}, "variables", "N"),
      option("k", &RandomFormula::k, {1, kMostLiteralsInClause}, "literals per clause", "K"),
      option("alpha", &RandomFormula::alpha, {0, kInfinity, true, true}, "clauses per variable",
             "alpha = M / N"),
      option("clauses", &RandomFormula::clauses, {1}, "number of clauses, instead of alpha", "M"),
  };
  return table;
}

std::size_t constraints_of(const RandomFormula& random) {
  return constraint_count(static_cast<std::size_t>(random.n), random.alpha, "clauses per variable",
                          random.clauses, "clauses");
}

Formula generate(const RandomFormula& random, std::uint64_t seed, int threads) {
  return random_ksat(static_cast<std::uint32_t>(random.n), constraints_of(random),
                     static_cast<std::uint32_t>(random.k), seed, threads);
}

}  // namespace bitbasin
