// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/surveys.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/enumerate.test.h"
#include "bitbasin/sat/messages/complexity.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::surveys_test {
namespace {

struct Edge {
  std::size_t clause;
  Literal literal;
  double eta;
};

// The probability that warnings, each there with its own probability, ask for a literal to be false, given
// that they do not contradict each other: a sum over all sets of warnings to its variable by other clauses.
double probability_of_false(const std::vector<Edge>& edges, std::size_t clause, Literal literal) {
  std::vector<Edge> others;
  for (const Edge& e : edges) {
    if (e.clause != clause && variable_of(e.literal) == variable_of(literal)) others.push_back(e);
  }
  double no_contradiction = 0, is_false = 0;
  for (std::uint32_t set = 0; set < 1u << others.size(); ++set) {
    double probability = 1;
    bool asked_true = false, asked_false = false;
    for (std::size_t b = 0; b < others.size(); ++b) {
      const bool warns = set >> b & 1;
      probability *= warns ? others[b].eta : 1 - others[b].eta;
      (others[b].literal == literal ? asked_true : asked_false) |= warns;
    }
    if (asked_true && asked_false) continue;
    no_contradiction += probability;
    if (asked_false) is_false += probability;
  }
  return is_false / no_contradiction;
}

TEST(SatSurveys, AnUpdateIsASumOverAllWarnings) {
  const Formula formula = random_ksat(6, 14, 3, 3);  // no more than 16 clauses: they are updated at once
  SatSurveys surveys(formula);
  Stream stream(1, purpose("test"));
  surveys.start(stream);
  std::vector<Edge> edges;
  for (std::size_t e = 0; e < formula.literals.size(); ++e) {
    edges.push_back({e / 3, formula.literals[e], 1 - std::exp(surveys.messages()[e])});
  }
  surveys.sweep();
  for (std::size_t e = 0; e < edges.size(); ++e) {
    double eta = 1;
    for (const Literal literal : formula.clause(edges[e].clause)) {
      if (literal != edges[e].literal) eta *= probability_of_false(edges, edges[e].clause, literal);
    }
    EXPECT_NEAR(1 - std::exp(surveys.messages()[e]), eta, 1e-13);
  }
  for (std::size_t e = 0; e < edges.size(); ++e) edges[e].eta = 1 - std::exp(surveys.messages()[e]);
  const std::size_t none = formula.clauses();
  for (std::uint32_t i = 0; i < 6; ++i) {
    EXPECT_NEAR(surveys.frozen(i).to_true, probability_of_false(edges, none, make_literal(i, true)), 1e-13);
    EXPECT_NEAR(surveys.frozen(i).to_false, probability_of_false(edges, none, make_literal(i, false)), 1e-13);
  }
}

// Without loops there is one cluster, and frozen in it is what unit clauses imply.
TEST(SatSurveys, OnATreeTheyAreUnitPropagation) {
  std::size_t implied = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Formula formula = tree_formula(7, 3, seed);
    Stream stream(seed, purpose("test.units"));
    for (std::uint32_t v = 1; v < formula.variables; v += 2) {  // leaves, most of them
      if (uniform_below(stream, 3) == 0) continue;
      formula.add_clause(std::vector<Literal>{make_literal(v, coin(stream, 0.5))});
    }
    const Formula prepared = prepare(formula).formula();
    const auto solutions = enumerate_solutions(prepared);
    if (solutions.empty()) continue;
    SatSurveys surveys(prepared);
    surveys.start(stream);
    for (int t = 0; t < 20; ++t) surveys.sweep();
    EXPECT_NEAR(surveys.complexity(), 0, 1e-12);
    std::uint32_t all = 0xffffffff, any = 0;
    for (const std::uint32_t w : solutions) {
      all &= w;
      any |= w;
    }
    for (std::uint32_t i = 0; i < prepared.variables; ++i) {
      EXPECT_NEAR(surveys.frozen(i).to_true, all >> i & 1, 1e-12) << "seed " << seed;
      EXPECT_NEAR(surveys.frozen(i).to_false, ~any >> i & 1, 1e-12) << "seed " << seed;
      implied += (all | ~any) >> i & 1;
    }
  }
  EXPECT_GT(implied, 30u);
}

// The complexity is stationary at a fixed point, which fails if any of its terms is wrong.
TEST(SatSurveys, TheComplexityIsStationary) {
  const Formula formula = random_ksat(200, 840, 3, 5);
  SatSurveys surveys(formula);
  Stream stream(1, purpose("test"));
  surveys.start(stream);
  double change = 1;
  for (int t = 0; t < 2000 && change > 1e-11; ++t) change = surveys.sweep();
  ASSERT_LT(change, 1e-11);
  const double at_fixed_point = surveys.complexity();
  EXPECT_GT(std::abs(at_fixed_point), 0.05);
  const std::vector<double> fixed(surveys.messages().begin(), surveys.messages().end());
  std::vector<double> direction(fixed.size());
  for (double& x : direction) x = uniform01(stream);
  const auto moved_by = [&](double step) {
    std::vector<double> u(fixed);
    for (std::size_t e = 0; e < u.size(); ++e) u[e] += step * direction[e] * u[e];
    surveys.set_messages(u);
    return surveys.complexity() - at_fixed_point;
  };
  const double once = moved_by(1e-4), twice = moved_by(2e-4);
  EXPECT_NEAR(twice / once, 4, 0.1);
}

TEST(SatSurveys, SameSurveysAtEveryLevel) {
  const Formula formula = random_ksat(100, 425, 3, 1);
  std::vector<double> expected;
  for_every_simd_level([&](std::string_view) {
    SatSurveys surveys(formula);
    Stream stream(1, purpose("test"));
    surveys.start(stream);
    for (int t = 0; t < 20; ++t) surveys.sweep();
    const std::vector<double> messages(surveys.messages().begin(), surveys.messages().end());
    if (expected.empty()) expected = messages;
    EXPECT_EQ(messages, expected);
  });
}

// Below 3.92 there is no warning; above, fewer clusters the more clauses there are, and none beyond 4.267.
TEST(Complexity, FallsWithTheDensity) {
  const auto measure = [](double alpha) {
    const Formula formula = random_ksat(1000, static_cast<std::size_t>(1000 * alpha), 3, 1);
    RunControl control;
    const MeasuredSurveys measured =
        measure_surveys(formula, {.tolerance = 1e-3, .max_sweeps = 500}, {1}, control);
    EXPECT_TRUE(measured.converged) << alpha;
    EXPECT_EQ(control.spent(), measured.sweeps * formula.literals.size());
    EXPECT_LT(measured.bias, measured.frozen + 1e-12);
    return measured;
  };
  const MeasuredSurveys low = measure(3.3), middle = measure(4.1), high = measure(4.35);
  EXPECT_NEAR(low.complexity, 0, 1e-4);
  EXPECT_NEAR(low.frozen, 0, 1e-2);
  EXPECT_GT(middle.complexity, 1e-3);
  EXPECT_GT(middle.frozen, 0.2);
  EXPECT_LT(high.complexity, 0);
  EXPECT_GT(high.frozen, middle.frozen);
}

TEST(Complexity, StopsAtItsBudget) {
  const Formula formula = random_ksat(500, 2100, 3, 1);
  RunControl control({.work = 10 * 6300});
  const MeasuredSurveys measured = measure_surveys(formula, {}, {1}, control);
  EXPECT_EQ(measured.sweeps, 10u);
  EXPECT_FALSE(measured.converged);
}

}  // namespace
}  // namespace bitbasin::surveys_test
