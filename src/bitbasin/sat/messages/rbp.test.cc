// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/rbp.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/messages/bp.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::rbp_test {
namespace {

TEST(SatRbp, DefaultsFollowTheLoad) {
  for (const double load : {0.0, 0.85}) {
    EXPECT_DOUBLE_EQ(*resolve(SatRbpOptions{}, load).rate, 0.002);
    EXPECT_EQ(*resolve(SatRbpOptions{}, load).iterations, 750);
  }
  EXPECT_NEAR(*resolve(SatRbpOptions{}, 0.915).rate, 0.00125, 1e-12);  // half of the way
  for (const double load : {0.98, 1.2}) EXPECT_NEAR(*resolve(SatRbpOptions{}, load).rate, 0.0005, 1e-12);
  EXPECT_EQ(*resolve(SatRbpOptions{.rate = 0.01, .iterations = {}}, 0.9).rate, 0.01);
  EXPECT_EQ(*resolve(SatRbpOptions{.rate = 0.01, .iterations = {}}, 0.9).iterations, 150);
  EXPECT_EQ(*resolve(SatRbpOptions{.rate = {}, .iterations = 7}, 0.9).iterations, 7);
}

// X_i(t + 1) = rho_t (D_i(t) + X_i(t)), rho_t = 1 - (1 - rate)^t, and the signs of the fields are the answer.
TEST(SatRbp, FollowsItsEquation) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Formula formula = random_ksat(1000, 4000, 3, seed);
    const double rate = 0.005;
    RunControl control;
    const SolveResult result =
        solve(formula, {.rate = rate, .iterations = 400, .restarts = 0}, {seed}, control);

    SatBp bp(formula);
    Stream stream(seed, purpose("sat.rbp.start"), 0);
    bp.start(stream);
    BitVector w(1000);
    std::uint64_t sweeps = 0;
    double memory = 1;
    do {
      bp.sweep();
      ++sweeps;
      for (std::size_t i = 0; i < 1000; ++i) {
        const double field = bp.constraint_field(i) + bp.external(i);
        w.set(i, field >= 0);
        bp.set_external(i, (1 - memory) * field);
      }
      memory *= 1 - rate;
    } while (count_violations(formula, w) > 0 && sweeps < 400);

    EXPECT_EQ(result.violations, 0u) << "the formula is meant to be one that a run solves";
    EXPECT_GT(sweeps, 10u) << "and not at once";
    EXPECT_EQ(result.iterations, sweeps);
    EXPECT_EQ(result.configuration, w);
  }
}

}  // namespace
}  // namespace bitbasin::rbp_test
