// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/focused_state.h"

#include <gtest/gtest.h>

#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/search/true_counts.h"

namespace bitbasin::focused_state_test {
namespace {

Formula mixed_formula() {
  Formula formula;
  formula.variables = 40;
  for (std::uint32_t k = 1; k <= 5; ++k) {
    const Formula part = random_ksat(40, 10 * k, k, k);
    for (std::size_t a = 0; a < part.clauses(); ++a) formula.add_clause(part.clause(a));
  }
  return prepare(formula).formula();
}

// All counters against recomputation, after every flip.
TEST(FocusedState, CountersAreWhatRecomputationSays) {
  const Formula formula = mixed_formula();
  FocusedState state(formula, FocusedState::Makes::kept);
  const Occurrences occurrences(formula);
  TrueCounts counts(formula, occurrences);
  Stream stream(1, purpose("test"));
  for (int step = 0; step < 300; ++step) {
    const std::size_t flipped = uniform_below(stream, 40);
    const std::int64_t promised = state.energy() + state.energy_change(flipped);
    state.flip(flipped);
    counts.flip(flipped);
    ASSERT_EQ(state.energy(), promised);
    ASSERT_EQ(state.unsatisfied().size(), count_violations(formula, state.configuration()));
    ASSERT_EQ(counts.unsatisfied(), state.unsatisfied().size());
    ASSERT_EQ(counts.assignment(), state.configuration());
    std::vector<std::uint32_t> breaks(40), makes(40);
    for (std::uint32_t a = 0; a < formula.clauses(); ++a) {
      std::vector<Literal> satisfied;
      for (const Literal literal : formula.clause(a)) {
        if (is_true(literal, state.configuration())) satisfied.push_back(literal);
      }
      ASSERT_EQ(state.unsatisfied().contains(a), satisfied.empty());
      if (satisfied.size() == 1) ++breaks[variable_of(satisfied[0])];
      if (!satisfied.empty()) continue;
      for (const Literal literal : formula.clause(a)) ++makes[variable_of(literal)];
    }
    for (std::size_t i = 0; i < 40; ++i) {
      ASSERT_EQ(state.breaks(i), breaks[i]);
      ASSERT_EQ(state.makes(i), makes[i]);
      ASSERT_LE(breaks[i], state.most_breaks());
    }
  }
  FocusedState fresh(formula, FocusedState::Makes::kept);
  fresh.assign(state.configuration());
  for (std::size_t i = 0; i < 40; ++i) EXPECT_EQ(fresh.energy_change(i), state.energy_change(i));
}

TEST(Occurrences, ListEveryLiteralOnce) {
  const Formula formula = mixed_formula();
  const Occurrences occurrences(formula);
  std::size_t listed = 0;
  for (Literal literal = 0; literal < 80; ++literal) {
    for (const std::uint32_t a : occurrences.of(literal)) {
      const auto clause = formula.clause(a);
      EXPECT_NE(std::find(clause.begin(), clause.end(), literal), clause.end());
      ++listed;
    }
  }
  EXPECT_EQ(listed, formula.literals.size());
  EXPECT_EQ(occurrences.of_variable(7).size(), occurrences.of(14).size() + occurrences.of(15).size());
}

}  // namespace
}  // namespace bitbasin::focused_state_test
