// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/partly_fixed.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::partly_fixed_test {
namespace {

void converge(SatSurveys& surveys) {
  double change = 1;
  for (int t = 0; t < 2000 && change > 1e-11; ++t) change = surveys.sweep();
  EXPECT_LE(change, 1e-11);
}

// The number of surveys that were updated.
std::uint64_t converge(PartlyFixed& partly) {
  std::uint64_t updated = 0;
  for (int t = 0; t < 2000; ++t) {
    const std::uint64_t due = partly.prepare_sweep();
    if (due == 0) return updated;
    updated += due;
    partly.sweep();
    EXPECT_LE(partly.unsettled(), due);
  }
  ADD_FAILURE() << "no convergence";
  return updated;
}

void update_supports(PartlyFixed& partly) {
  partly.prepare_supports();
  partly.update_supports();
}

TEST(PartlyFixed, SurveysAreThoseOfWhatIsLeft) {
  const Formula formula = random_ksat(200, 836, 3, 2);
  PartlyFixed partly(formula, 1e-11);
  Stream stream(1, purpose("test"));
  partly.start(stream);
  converge(partly);
  std::vector<double> before;
  for (std::uint32_t i = 0; i < 200; ++i) before.push_back(partly.bias(i));
  for (std::uint32_t i = 0; i < 200; ++i) {
    if (std::abs(before[i]) > 0.8) partly.fix(make_literal(i, before[i] < 0));
  }
  EXPECT_GT(partly.fixed(), 5u);
  EXPECT_EQ(partly.violated(), 0u);
  converge(partly);

  const Residual rest = partly.residual();
  ASSERT_EQ(rest.variables.size(), 200 - partly.fixed());
  EXPECT_EQ(longest_clause(rest.formula), 3u);
  const Formula left = prepare(rest.formula).formula();
  EXPECT_LE(left.literals.size(), partly.literals_left());
  SatSurveys alone(left);
  alone.start(stream);
  converge(alone);
  for (std::uint32_t j = 0; j < left.variables; ++j) {
    const SatSurveys::Frozen frozen = alone.frozen(j);
    EXPECT_NEAR(partly.bias(rest.variables[j]), frozen.to_true - frozen.to_false, 1e-9);
  }

  for (std::uint32_t i = 0; i < 200; ++i) {
    if (partly.is_fixed(i)) partly.release(i);
  }
  converge(partly);
  EXPECT_EQ(partly.literals_left(), formula.literals.size());
  for (std::uint32_t i = 0; i < 200; ++i) EXPECT_NEAR(partly.bias(i), before[i], 1e-9);
}

TEST(PartlyFixed, TellsWhoIsNeeded) {
  Formula formula;
  formula.variables = 3;
  for (const std::vector<Literal>& clause : {std::vector<Literal>{0, 2}, {0, 4}, {3, 4}})
    formula.add_clause(clause);
  PartlyFixed partly(formula, 1e-11);
  Stream stream(1, purpose("test"));
  partly.start(stream);
  converge(partly);
  partly.fix(make_literal(0, false));  // satisfies the first two clauses
  update_supports(partly);
  EXPECT_NEAR(partly.bias(0), 0, 1e-9) << "others may still satisfy them";
  partly.fix(make_literal(1, true));
  update_supports(partly);
  EXPECT_NEAR(partly.bias(0), 1, 1e-9) << "alone in the first";
  EXPECT_EQ(partly.literals_left(), 0u);
  partly.release(0);
  EXPECT_EQ(partly.literals_left(), 4u);
  partly.fix(make_literal(0, true));
  EXPECT_EQ(partly.violated(), 1u);
  EXPECT_EQ(partly.residual().formula.clauses(), 1u);
  partly.release(1);
  EXPECT_EQ(partly.violated(), 0u);
}

// One variable of many, with a tolerance that stops what it does to the others.
TEST(PartlyFixed, UpdatesOnlyWhatHasChanged) {
  const Formula formula = random_ksat(2000, 8200, 3, 4);
  PartlyFixed partly(formula, 0.01);
  Stream stream(1, purpose("test"));
  partly.start(stream);
  EXPECT_EQ(partly.prepare_sweep(), formula.literals.size());
  converge(partly);
  EXPECT_EQ(partly.prepare_sweep(), 0u);
  partly.fix(make_literal(7, partly.bias(7) < 0));
  const std::uint64_t due = partly.prepare_sweep();
  EXPECT_GT(due, 0u);
  EXPECT_LT(due, formula.literals.size() / 10);
  converge(partly);
  partly.release(7);
  EXPECT_GT(partly.prepare_sweep(), 0u);
  converge(partly);
  EXPECT_EQ(partly.literals_left(), formula.literals.size());
}

}  // namespace
}  // namespace bitbasin::partly_fixed_test
