// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/fms.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/search/focused_search.h"

namespace bitbasin::fms_test {
namespace {

TEST(Fms, DefaultsAreThoseOfThePaper) {
  EXPECT_EQ(*resolve(FmsOptions{}, 3, 10).eta, 0.367);
  EXPECT_EQ(*resolve(FmsOptions{}, 4, 10).eta, 0.293);
  EXPECT_EQ(*resolve(FmsOptions{}, 3, 1000).proposals, 10'000'000 + 5000 * 1000);
  EXPECT_EQ(*resolve(FmsOptions{.eta = 0.5, .proposals = 9}, 3, 1000).eta, 0.5);
  EXPECT_EQ(*resolve(FmsOptions{.eta = 0.5, .proposals = 9}, 3, 1000).proposals, 9);
}

// x = -1 leaves one clause unsatisfied, x = +1 1 + `increase` of them: up is accepted with the probability
// p = eta^increase and down always, so that a proposal flips with the probability 2 p / (1 + p) on average.
TEST(Fms, AcceptsAnIncreaseWithAPowerOfEta) {
  for (const int increase : {1, 2}) {
    Formula formula;
    formula.variables = 1;
    formula.add_clause(std::vector<Literal>{make_literal(0, false)});
    for (int i = 0; i <= increase; ++i) formula.add_clause(std::vector<Literal>{make_literal(0, true)});
    RunControl control;
    const SolveResult result = solve(formula, {.eta = 0.6, .proposals = 40'000}, {5}, control);
    EXPECT_EQ(result.violations, 1u);
    EXPECT_EQ(result.iterations, 40'000u);
    const double p = std::pow(0.6, increase);
    EXPECT_NEAR(static_cast<double>(result.flips) / 40'000, 2 * p / (1 + p), 0.015) << increase;
  }
}

TEST(Fms, TheLongestClauseDecidesOnEta) {
  Formula formula = random_ksat(60, 240, 3, 4);
  formula.add_clause(std::vector<Literal>{0, 3, 8, 11});
  RunControl control;
  const SolveResult expected = solve(formula, {.eta = 0.293, .proposals = 3000}, {1}, control);
  const SolveResult result = solve(formula, {.eta = {}, .proposals = 3000}, {1}, control);
  EXPECT_EQ(result.flips, expected.flips);
  EXPECT_EQ(result.configuration, expected.configuration);
}

TEST(FocusedSearch, StartsAnywhere) {
  const BitVector w = random_assignment(1001, 1);
  int ones = 0;
  for (std::size_t i = 0; i < 1001; ++i) ones += w[i];
  EXPECT_NEAR(ones, 500, 64);  // four standard deviations
  EXPECT_NE(w, random_assignment(1001, 2));
  BitVector cleared = w;
  cleared.clear_padding();
  EXPECT_EQ(w, cleared);
}

}  // namespace
}  // namespace bitbasin::fms_test
