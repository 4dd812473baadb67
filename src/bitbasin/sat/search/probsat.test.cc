// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/probsat.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bitbasin::probsat_test {
namespace {

using Weight = ProbsatOptions::Weight;

TEST(Probsat, DefaultsAreThoseOfThePaper) {
  EXPECT_EQ(*resolve(ProbsatOptions{}, 3, 10).weight, Weight::poly);
  EXPECT_EQ(*resolve(ProbsatOptions{}, 3, 10).base, 2.06);
  EXPECT_EQ(*resolve(ProbsatOptions{}, 3.1, 10).weight, Weight::exp);
  const double bases[] = {2.5, 2.85, 3.7, 5.1, 5.4};
  for (int k = 3; k <= 7; ++k) {
    EXPECT_NEAR(*resolve(ProbsatOptions{.weight = Weight::exp, .base = {}, .flips = {}}, k, 10).base,
                bases[k - 3], 1e-12)
        << k;
  }
  EXPECT_NEAR(*resolve(ProbsatOptions{}, 3.5, 10).base, (2.5 + 2.85) / 2, 1e-12);
  EXPECT_NEAR(*resolve(ProbsatOptions{}, 6.25, 10).base, 5.1 + 0.25 * (5.4 - 5.1), 1e-12);
  EXPECT_EQ(*resolve(ProbsatOptions{}, 3, 1000).flips, 10'000'000 + 5000 * 1000);
  EXPECT_EQ(*resolve(ProbsatOptions{.weight = {}, .base = 2.2, .flips = 5}, 3, 1000).base, 2.2);
  EXPECT_EQ(*resolve(ProbsatOptions{.weight = {}, .base = 2.2, .flips = 5}, 3, 1000).flips, 5);
}

// One clause (a or b or c) is unsatisfied; flipping a breaks nothing, b one clause, c two. The first flip
// tells what was drawn.
class ProbsatDraw : public testing::TestWithParam<Weight> {};
INSTANTIATE_TEST_SUITE_P(Probsat, ProbsatDraw, testing::Values(Weight::poly, Weight::exp),
                         [](const auto& which) { return which.param == Weight::poly ? "poly" : "exp"; });

TEST_P(ProbsatDraw, FollowsTheWeights) {
  Formula formula;
  formula.variables = 5;
  const auto clause = [&](std::vector<Literal> literals) { formula.add_clause(literals); };
  clause({make_literal(1, true), make_literal(3, false)});
  clause({make_literal(2, true), make_literal(3, false)});
  clause({make_literal(2, true), make_literal(4, false)});
  clause({make_literal(0, false), make_literal(1, false), make_literal(2, false)});
  const bool poly = GetParam() == Weight::poly;
  const ProbsatOptions options{.weight = GetParam(), .base = poly ? 1.5 : 2.0, .epsilon = 0.8, .flips = 1};
  const double weights[] = {poly ? std::pow(0.8, -1.5) : 1, poly ? std::pow(1.8, -1.5) : 0.5,
                            poly ? std::pow(2.8, -1.5) : 0.25};
  const double total = weights[0] + weights[1] + weights[2];
  constexpr int kDraws = 20'000;
  // a solves the formula; b leaves one clause unsatisfied, and c two.
  int solved = 0;
  for (std::uint64_t seed = 0; seed < kDraws; ++seed) {
    RunControl control;
    solved += probsat_from(BitVector(5), formula, options, {seed}, control).solved();
  }
  const double p = weights[0] / total;
  EXPECT_NEAR(static_cast<double>(solved) / kDraws, p, 4 * std::sqrt(p * (1 - p) / kDraws));
}

}  // namespace
}  // namespace bitbasin::probsat_test
