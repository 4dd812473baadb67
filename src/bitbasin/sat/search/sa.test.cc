// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/search/sa.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::sa_test {
namespace {

TEST(SatSa, TheScheduleFollowsTheClauses) {
  const AnnealSchedule three = resolve(AnnealOptions{.start = {}, .end = {}, .sweeps = 11, .runs = 2}, 3);
  EXPECT_EQ(three.start, 0.25);
  EXPECT_EQ(three.end, 0.05);
  EXPECT_EQ(three.sweeps, 11u);
  EXPECT_EQ(three.runs, 2u);
  EXPECT_EQ(resolve(AnnealOptions{}, 4).start, 0.3);
  EXPECT_EQ(resolve(AnnealOptions{}, 4).end, 0.1);
  EXPECT_EQ(resolve(AnnealOptions{.start = 2, .end = 1}, 4).start, 2);
  EXPECT_EQ(resolve(AnnealOptions{.start = 2, .end = 1}, 4).end, 1);
}

TEST(SatSa, TheLongestClauseDecidesOnTheTemperatures) {
  Formula formula = random_ksat(60, 240, 3, 4);
  formula.add_clause(std::vector<Literal>{0, 3, 8, 11});
  RunControl control;
  const SolveResult expected =
      solve(formula, AnnealOptions{.start = 0.3, .end = 0.1, .sweeps = 100}, {1}, control);
  const SolveResult result =
      solve(formula, AnnealOptions{.start = {}, .end = {}, .sweeps = 100}, {1}, control);
  EXPECT_EQ(result.flips, expected.flips);
  EXPECT_EQ(result.configuration, expected.configuration);
}

}  // namespace
}  // namespace bitbasin::sa_test
