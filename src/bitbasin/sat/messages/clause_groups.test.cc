// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_groups.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitbasin/sat/messages/bp.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::clause_groups_test {
namespace {

TEST(ClauseGroups, HoldEveryEdgeOnceInOrder) {
  for (const std::uint32_t n : {17u, 65536u}) {
    const Formula formula = random_ksat(n, 30'000, 5, 1);
    const ClauseGroups groups(formula);
    EXPECT_EQ(groups.size(), 10u);
    std::vector<std::uint32_t> last_of(n);  // edge of each variable, from 1
    std::size_t edges = 0, clauses = 0;
    std::vector<std::size_t> part_of(n, ClauseGroups::kParts);
    for (std::size_t g = 0; g < groups.size(); ++g) {
      EXPECT_EQ(groups.first_clause(g), clauses);
      clauses = groups.end_clause(g);
      for (std::size_t p = 0; p < ClauseGroups::kParts; ++p) {
        for (const std::uint16_t edge : groups.edges(g, p)) {
          const std::uint32_t e = formula.offsets[groups.first_clause(g)] + edge;
          const std::uint32_t i = variable_of(formula.literals[e]);
          ++edges;
          ASSERT_GT(e + 1, last_of[i]);
          last_of[i] = e + 1;
          if (part_of[i] == ClauseGroups::kParts) part_of[i] = p;
          ASSERT_EQ(part_of[i], p);
        }
      }
    }
    EXPECT_EQ(clauses, formula.clauses());
    EXPECT_EQ(edges, formula.literals.size());
  }
}

TEST(ClauseGroups, SuitLargeFormulasWithoutLongClauses) {
  Formula formula = random_ksat(1000, 4000, 3, 1);
  EXPECT_FALSE(ClauseGroups::suit(formula, 4001));
  EXPECT_TRUE(ClauseGroups::suit(formula, 4000));
  std::vector<Literal> clause(65);
  for (std::uint32_t i = 0; i < clause.size(); ++i) clause[i] = make_literal(i, false);
  formula.add_clause(clause);
  EXPECT_FALSE(ClauseGroups::suit(formula, 4000));
}

TEST(ClauseGroups, MessagesAreTheSameForAllThreads) {
  const Formula formula = random_ksat(6000, 12'000, 3, 1);  // three groups
  SatBp one(formula, 1, 1000), two(formula, 2, 1000), apart(formula);
  for (SatBp* bp : {&one, &two, &apart}) {
    Stream stream(1, purpose("test"));
    bp->start(stream);
  }
  EXPECT_EQ(one.sweep(), two.sweep());
  apart.sweep();
  EXPECT_TRUE(std::ranges::equal(one.messages(), two.messages()));
  EXPECT_FALSE(std::ranges::equal(one.messages(), apart.messages()));
  for (std::size_t i = 0; i < formula.variables; ++i) ASSERT_EQ(one.total(i), two.total(i));
  // Both ways lead to the same fixed point.
  for (int t = 0; t < 20; ++t) {
    one.sweep();
    apart.sweep();
  }
  for (std::size_t i = 0; i < formula.variables; ++i) ASSERT_NEAR(one.total(i), apart.total(i), 1e-5);
  const double before = one.total(77);
  one.refresh();
  EXPECT_NEAR(one.total(77), before, 1e-12);
}

}  // namespace
}  // namespace bitbasin::clause_groups_test
