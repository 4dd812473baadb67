// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::bp_test {
namespace {

// Mixed lengths, from one literal to seven.
Formula mixed_formula() {
  Formula formula;
  formula.variables = 60;
  for (std::uint32_t k = 1; k <= 7; ++k) {
    const Formula part = random_ksat(60, 5 + 7 * k, k, k);
    for (std::size_t a = 0; a < part.clauses(); ++a) formula.add_clause(part.clause(a));
  }
  return prepare(formula).formula();
}

TEST(SatBp, FieldsAreTheSumsOfTheMessages) {
  const Formula formula = mixed_formula();
  SatBp bp(formula);
  Stream stream(1, purpose("test"));
  bp.start(stream);
  for (std::size_t i = 0; i < 60; ++i) bp.set_external(i, 0.01 * static_cast<double>(i) - 0.2);
  for (int t = 0; t < 30; ++t) bp.sweep();
  std::vector<double> expected(60);
  for (std::size_t e = 0; e < formula.literals.size(); ++e) {
    const Literal literal = formula.literals[e];
    expected[variable_of(literal)] -= is_negated(literal) ? -bp.messages()[e] : bp.messages()[e];
  }
  for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(bp.constraint_field(i), expected[i], 1e-12);
  for (const double u : bp.messages()) EXPECT_TRUE(u <= 0 && u >= -kStrongestMessage - 1e-9);
}

TEST(SatBp, AFixedPointIsOneOfEveryUpdate) {
  const Formula formula = random_ksat(200, 500, 3, 4);
  SatBp bp(formula);
  Stream stream(1, purpose("test"));
  bp.start(stream);
  double change = 1;
  for (int t = 0; t < 500 && change > 1e-12; ++t) change = bp.sweep();
  EXPECT_LE(change, 1e-12);
  const std::uint32_t some[] = {3, 50, 499};
  int told = 0;
  bp.update(some, [&](std::uint32_t clause, std::uint32_t variable, double by) {
    EXPECT_LT(std::abs(by), 1e-11);
    bool found = false;
    for (const Literal literal : formula.clause(clause)) found = found || variable_of(literal) == variable;
    EXPECT_TRUE(found);
    ++told;
  });
  EXPECT_EQ(told, 9);
}

TEST(SatBp, SameMessagesAtEveryLevel) {
  const Formula formula = mixed_formula();
  std::vector<double> expected;
  for_every_simd_level([&](std::string_view) {
    SatBp bp(formula);
    Stream stream(1, purpose("test"));
    bp.start(stream);
    for (int t = 0; t < 20; ++t) bp.sweep();
    const std::vector<double> messages(bp.messages().begin(), bp.messages().end());
    if (expected.empty()) expected = messages;
    EXPECT_EQ(messages, expected);
  });
}

// Without solutions the free entropy is large and negative, but finite.
TEST(SatBp, ContradictionsStayFinite) {
  Formula formula;
  formula.variables = 2;
  for (const std::vector<Literal>& clause : {std::vector<Literal>{0}, {1}, {0, 2}, {1, 3}}) {
    formula.add_clause(clause);
  }
  SatBp bp(formula);
  Stream stream(1, purpose("test"));
  bp.start(stream);
  for (int t = 0; t < 50; ++t) bp.sweep();
  EXPECT_TRUE(std::isfinite(bp.free_entropy()));
  EXPECT_LT(bp.free_entropy(), -20);
}

}  // namespace
}  // namespace bitbasin::bp_test
