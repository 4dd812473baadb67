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

}  // namespace
}  // namespace bitbasin::bsp_test
