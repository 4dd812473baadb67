// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/prepare.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/relative_density.h"

namespace bitbasin::prepare_test {
namespace {

TEST(Prepare, CleansAndSortsByLength) {
  Formula formula;
  formula.variables = 4;
  const std::vector<Literal> clauses[] = {{0, 2, 4}, {}, {6, 6}, {0, 1, 2}, {3, 5}, {2, 4, 2, 6}};
  for (const auto& clause : clauses) formula.add_clause(clause);
  const PreparedFormula prepared = prepare(formula);
  EXPECT_EQ(longest_clause(prepared.formula()), 3u);
  Formula expected;
  expected.variables = 4;
  const std::vector<Literal> kept[] = {{6}, {3, 5}, {0, 2, 4}, {2, 4, 6}};
  for (const auto& clause : kept) expected.add_clause(clause);
  EXPECT_EQ(prepared.formula(), expected);
}

TEST(Prepare, DoesNotCopyWhatIsPrepared) {
  Formula formula = random_ksat(50, 200, 3, 1);
  EXPECT_EQ(&prepare(formula).formula(), &formula);
  EXPECT_EQ(prepare(Formula{}).formula().clauses(), 0u);
  const Formula before = formula;
  const std::vector<Literal> not_prepared[] = {{0, 2, 2}, {0, 2, 3}, {4, 6}, {}};
  for (const auto& clause : not_prepared) {
    formula = before;
    formula.add_clause(clause);
    EXPECT_NE(&prepare(formula).formula(), &formula);
    EXPECT_LE(prepare(formula).formula().clauses(), 201u);
  }
}

TEST(Load, IsTheFractionOfTheThreshold) {
  EXPECT_NEAR(relative_density(random_ksat(1000, 4267, 3, 1)), 1, 1e-9);
  EXPECT_NEAR(relative_density(random_ksat(1000, 8000, 4, 1)), 8 / 9.931, 1e-9);
  EXPECT_NEAR(satisfiability_threshold(8) / satisfiability_threshold(7), 2, 0.05);  // the expansion joins on
  EXPECT_GT(satisfiability_threshold(5000), 1e300);
  Formula units;
  units.variables = 3;
  units.add_clause(std::vector<Literal>{2});
  EXPECT_EQ(relative_density(units), 0);
  EXPECT_EQ(relative_density(Formula{}), 0);
}

}  // namespace
}  // namespace bitbasin::prepare_test
