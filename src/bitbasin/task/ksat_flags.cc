// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/ksat_flags.h"

#include <algorithm>
#include <limits>

#include "bitbasin/base/error.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin {

const OptionTable<KsatFlags>& ksat_flag_table() {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  constexpr std::int64_t kMost = kMostVariables;
  constexpr int kMostLiteralsInClause = 100;  // the work per clause grows as K^2
  static const OptionTable<KsatFlags> table{
      option("n", &KsatFlags::n, {1, kMost}, "variables", "N"),
      option("k", &KsatFlags::k, {1, kMostLiteralsInClause}, "literals per clause", "K"),
      option("alpha", &KsatFlags::alpha, {0, kInfinity, true, true}, "clauses per variable", "alpha = M / N"),
      option("clauses", &KsatFlags::clauses, {1}, "clauses, if not by --alpha", "M"),
  };
  return table;
}

std::size_t clauses_of(const KsatFlags& flags) {
  if (flags.alpha.has_value() == flags.clauses.has_value()) {
    fail("expected either alpha or clauses but {} given", flags.alpha ? "both are" : "neither is");
  }
  return flags.alpha ? clause_count(static_cast<std::uint32_t>(flags.n), *flags.alpha)
                     : static_cast<std::size_t>(*flags.clauses);
}

Formula generate_formula(const KsatFlags& flags, std::uint64_t seed, int threads) {
  return random_ksat(static_cast<std::uint32_t>(flags.n), clauses_of(flags),
                     static_cast<std::uint32_t>(flags.k), seed, threads);
}

void describe_formula(const Formula& formula, Json& result) {
  result["n"] = formula.variables;
  result["alpha"] = formula.alpha();
  result["clauses"] = formula.clauses();
}

void describe_formula_with_length(const Formula& formula, Json& result) {
  describe_formula(formula, result);
  std::size_t longest = 0;
  for (std::size_t a = 0; a < formula.clauses(); ++a) longest = std::max(longest, formula.clause(a).size());
  result["k"] = longest;
}

}  // namespace bitbasin
