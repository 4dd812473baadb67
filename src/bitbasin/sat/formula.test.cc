// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/formula.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <initializer_list>
#include <set>
#include <vector>

#include "bitbasin/sat/checker.h"

namespace bitbasin::formula_test {
namespace {

// Clauses as a DIMACS file writes them.
Formula formula_of(std::uint32_t variables, std::initializer_list<std::vector<int>> clauses) {
  Formula formula;
  formula.variables = variables;
  for (const std::vector<int>& clause : clauses) {
    std::vector<Literal> literals;
    for (const int number : clause) {
      literals.push_back(make_literal(static_cast<std::uint32_t>(std::abs(number)) - 1, number < 0));
    }
    formula.add_clause(literals);
  }
  return formula;
}

TEST(Literal, IsAVariableAndASign) {
  EXPECT_EQ(make_literal(0, false), 0);
  EXPECT_EQ(make_literal(7, true), 15);
  EXPECT_EQ(variable_of(15), 7);
  EXPECT_TRUE(is_negated(15));
  EXPECT_FALSE(is_negated(14));
  EXPECT_EQ(complement_of(15), 14);
  EXPECT_EQ(dimacs_literal(make_literal(0, false)), 1);
  EXPECT_EQ(dimacs_literal(make_literal(kMostVariables - 1, true)), -(1 << 30));
  BitVector assignment(2);
  assignment.set(1, true);
  EXPECT_TRUE(is_true(make_literal(0, true), assignment));
  EXPECT_FALSE(is_true(make_literal(0, false), assignment));
  EXPECT_TRUE(is_true(make_literal(1, false), assignment));
}

TEST(Formula, KeepsClausesInOrder) {
  const Formula formula = formula_of(3, {{1, -2}, {}, {3}});
  EXPECT_EQ(formula.clauses(), 3);
  EXPECT_EQ(formula.alpha(), 1);
  EXPECT_EQ(formula.clause(0)[1], make_literal(1, true));
  EXPECT_TRUE(formula.clause(1).empty());
  EXPECT_EQ(formula.clause(2)[0], make_literal(2, false));
  EXPECT_EQ(Formula().clauses(), 0);
}

TEST(Normalise, DropsRepeatsAndTautologiesOnly) {
  const Normalised result =
      normalise(formula_of(4, {{3, 1, 3, 2, 1}, {1, -2, 2}, {-4, -4}, {}, {2}, {3, -1}}));
  EXPECT_EQ(result.formula, formula_of(4, {{3, 1, 2}, {-4}, {}, {2}, {3, -1}}));
  EXPECT_EQ(result.dropped_literals, 3);
  EXPECT_EQ(result.tautologies, 1);
  EXPECT_EQ(result.empty_clauses, 1);
  EXPECT_EQ(result.unit_clauses, 2);
}

TEST(Normalise, LeavesACleanFormulaAlone) {
  const Formula formula = formula_of(5, {{5, -1, 2}, {1, 3}, {-3, 4}});
  const Normalised result = normalise(formula);
  EXPECT_EQ(result.formula, formula);
  EXPECT_EQ(result.dropped_literals + result.tautologies + result.empty_clauses + result.unit_clauses, 0);
}

TEST(Normalise, KeepsTheMeaning) {
  EXPECT_TRUE(rc::check("the same assignments satisfy the formula", [] {
    Formula formula;
    formula.variables = 5;
    const auto clauses = *rc::gen::container<std::vector<std::vector<Literal>>>(
        rc::gen::container<std::vector<Literal>>(rc::gen::inRange<Literal>(0, 10)));
    for (const auto& clause : clauses) formula.add_clause(clause);
    const Normalised result = normalise(formula);
    RC_ASSERT(result.formula.clauses() + result.tautologies == formula.clauses());
    for (std::size_t a = 0; a < result.formula.clauses(); ++a) {
      const auto clause = result.formula.clause(a);
      std::set<std::uint32_t> variables;
      for (const Literal literal : clause) variables.insert(variable_of(literal));
      RC_ASSERT(variables.size() == clause.size());
    }
    for (unsigned bits = 0; bits < 32; ++bits) {
      BitVector assignment(5);
      assignment.words()[0] = bits;
      RC_ASSERT(count_violations(formula, assignment) == count_violations(result.formula, assignment));
    }
  }));
}

TEST(Formula, AlphaIsClausesPerVariable) {
  Formula formula;
  EXPECT_EQ(formula.alpha(), 0);
  formula.variables = 4;
  formula.add_clause(std::vector<Literal>{make_literal(0, false)});
  EXPECT_EQ(formula.alpha(), 0.25);
}

TEST(Formula, KnowsItsLongestClause) {
  EXPECT_EQ(longest_clause(formula_of(3, {{1, -2}, {}, {3}})), 2u);
  EXPECT_EQ(longest_clause(Formula{}), 0u);
}

}  // namespace
}  // namespace bitbasin::formula_test
