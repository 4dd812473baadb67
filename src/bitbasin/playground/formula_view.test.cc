// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/playground/formula_view.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::formula_view_test {
namespace {

TEST(FormulaView, ShowsTheIterationThatIsToldAndSolvesAsTheLibraryDoes) {
  const Formula formula = random_ksat(300, 1100, 3, 2);
  for (const char* algorithm : {"edmc", "probsat", "sa"}) {
    FormulaView view(formula);
    int told = 0;
    const VerifiedResult seen = view.solve(algorithm, 4, 0, [&](const TracePoint& point) {
      ++told;
      BitVector shown(300);
      for (std::size_t i = 0; i < 300; ++i) shown.set(i, view.assignment()[i] > 0);
      EXPECT_EQ(count_violations(formula, shown), point.errors) << algorithm;
    });
    EXPECT_GT(told, 0) << algorithm;
    EXPECT_TRUE(seen.solved()) << algorithm;
    EXPECT_EQ(seen.found.configuration, solve(formula, algorithm, {.seed = 4}).found.configuration);
  }
}

}  // namespace
}  // namespace bitbasin::formula_view_test
