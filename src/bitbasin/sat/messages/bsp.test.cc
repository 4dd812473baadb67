// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/bsp.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::bsp_test {
namespace {

// At a density at which surveys have warnings, and with little local search.
TEST(SatBsp, SolvesWhereThereAreClusters) {
  const Formula formula = random_ksat(150, 1290, 4, 3);
  RunControl control;
  const SolveResult result =
      solve(formula, {.batch = 0.1, .release = 0.5, .flips = 100, .mend = 10, .restarts = 2}, {3}, control);
  EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
  EXPECT_TRUE(result.solved());
  EXPECT_GT(result.iterations, 30u);
}

TEST(SatBsp, MoreReleasesTakeMoreSweeps) {
  const Formula formula = random_ksat(300, 2700, 4, 1);
  const auto sweeps = [&](double release) {
    RunControl control;
    return solve(formula, {.batch = 0.05, .release = release, .flips = 1, .mend = 1, .restarts = 0}, {1},
                 control)
        .iterations;
  };
  EXPECT_GT(static_cast<double>(sweeps(0.5)), 1.5 * static_cast<double>(sweeps(0)));
}

// Surveys without warnings are no advice: nothing is fixed by them, so no sweeps follow the first ones.
TEST(SatBsp, LeavesWhatHasNoWarningsToLocalSearch) {
  const Formula formula = random_ksat(1000, 3500, 3, 2);
  RunControl control;
  const SatBspOptions options{.max_sweeps = 30, .restarts = 0};
  const SolveResult result = solve(formula, options, {2}, control);
  EXPECT_TRUE(result.solved());
  EXPECT_LE(result.iterations, 10u * 30u);
  EXPECT_GT(result.flips, 0u);
}

// Beyond the threshold surveys diverge, and such a run is given up with an assignment.
TEST(SatBsp, GivesUpARunThatDiverges) {
  const Formula formula = random_ksat(500, 2500, 3, 3);
  RunControl control;
  const SolveResult result = solve(formula, {.restarts = 0}, {3}, control);
  EXPECT_GT(result.violations, 0u);
  EXPECT_LT(result.violations, 50u);
  EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
  EXPECT_LE(result.flips, 2u * 10u * 500u) << "no long local search";
}

}  // namespace
}  // namespace bitbasin::bsp_test
