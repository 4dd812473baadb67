// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_groups.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitbasin/sat/messages/bp.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::clause_groups_test {
namespace {

TEST(ClauseGroups, HaveAPlaceForEveryChangeInTheOrderOfTheClauses) {
  for (const std::uint32_t n : {17u, 65536u}) {
    const Formula formula = random_ksat(n, 150'000, 5, 1);
    const ClauseGroups groups(formula);
    EXPECT_EQ(groups.tasks(), 293u);
    EXPECT_EQ(groups.groups(), 98u);  // of three tasks, but the last
    std::size_t edges = 0;
    for (std::size_t g = 0; g < groups.groups(); ++g) {
      std::vector<std::uint32_t> variables(groups.most_changes(), n);  // by place
      const std::size_t first = groups.first_task(g), end = groups.first_task(g + 1);
      ASSERT_EQ(first, 3 * g);
      for (std::size_t task = first; task < end; ++task) {
        std::vector<std::uint32_t> next(groups.places(task).begin(), groups.places(task).end());
        const std::size_t last = formula.offsets[groups.first_clause(task + 1)];
        for (std::size_t e = formula.offsets[groups.first_clause(task)]; e < last; ++e, ++edges) {
          const std::uint32_t i = variable_of(formula.literals[e]);
          const std::uint32_t place = next[groups.part(i)]++;
          ASSERT_EQ(variables[place], n) << "taken";
          variables[place] = i;
          ASSERT_GE(place, groups.part_begin(g, groups.part(i)));
          ASSERT_LT(place, groups.part_begin(g, groups.part(i) + 1));
        }
        // The next task goes on where this one ends.
        for (std::size_t p = 0; p < ClauseGroups::kParts; ++p) {
          ASSERT_EQ(next[p], task + 1 < end ? groups.places(task + 1)[p] : groups.part_begin(g, p + 1));
        }
      }
    }
    EXPECT_EQ(edges, formula.literals.size());
    EXPECT_EQ(groups.first_clause(groups.tasks()), formula.clauses());
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
  const Formula formula = random_ksat(6000, 12'000, 3, 1);
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
