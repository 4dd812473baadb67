// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/formula_view.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::formula_view_test {
namespace {

TEST(FormulaView, ShowsTheIterationThatIsToldAndSolvesAsTheLibraryDoes) {
  const Formula formula = random_ksat(200, 740, 3, 2);
  for (const char* algorithm : {"edmc", "probsat", "sa:sweeps=50,runs=1"}) {
    FormulaView view(formula);
    int told = 0;
    const VerifiedResult seen = view.solve(algorithm, 4, 0, [&](const TracePoint& point) {
      ++told;
      BitVector shown(200);
      for (std::size_t i = 0; i < 200; ++i) shown.set(i, view.assignment()[i] > 0);
      EXPECT_EQ(count_violations(formula, shown), point.errors) << algorithm;
    });
    EXPECT_GT(told, 0) << algorithm;
    EXPECT_EQ(seen.violations, count_violations(formula, seen.found.configuration)) << algorithm;
    EXPECT_EQ(seen.found.configuration, solve(formula, algorithm, {.seed = 4}).found.configuration);
  }
}

}  // namespace
}  // namespace bitbasin::formula_view_test
