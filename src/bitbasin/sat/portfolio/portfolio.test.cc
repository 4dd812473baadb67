// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/portfolio.h"

#include <gmock/gmock.h>

#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/complete/drat_check.test.h"
#include "bitbasin/sat/portfolio/shares.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/structured.test.h"

namespace bitbasin::portfolio_test {
namespace {

SolveResult run(const Formula& formula, const SolveSetup& setup = {}, RunLimits limits = {}) {
  RunControl control(limits);
  return read_solver<Formula>("auto").solve(formula, setup, control);
}

TEST(Portfolio, SaysWhoFoundTheSolution) {
  const struct {
    Formula formula;
    const char* finder;
  } cases[] = {{random_ksat(1000, 3000, 3, 1), "probsat"}, {random_ksat(1000, 9400, 4, 1), "edmc"}};
  for (const auto& [formula, finder] : cases) {
    const SolveResult result = run(formula);
    EXPECT_EQ(result.found_by, finder);
    EXPECT_EQ(count_violations(formula, result.configuration), 0u);
  }
  // Nobody is needed for it.
  EXPECT_EQ(run(Formula{}).found_by, "");
}

TEST(Portfolio, DecidesWhatIsSmallOrStructured) {
  if (!has_cadical()) GTEST_SKIP() << "this build has no CaDiCaL";
  int refuted = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    const Formula formula = random_ksat(60, 264, 3, seed);
    std::string proof;
    SolveSetup setup{seed};
    setup.on_proof = [&](std::string_view bytes) { proof += bytes; };
    const SolveResult result = run(formula, setup);
    EXPECT_NE(result.solved(), result.refuted) << seed;
    if (!result.refuted) continue;
    ++refuted;
    EXPECT_EQ(result.found_by, "cadical");
    EXPECT_EQ(DratChecker(formula).error_in(proof), std::nullopt) << seed;
  }
  EXPECT_GE(refuted, 2);
  EXPECT_TRUE(run(pigeon_holes(6)).refuted);
  EXPECT_TRUE(run(parity_on_a_graph(16, true, 3)).refuted);
  EXPECT_TRUE(run(counter_overflow(4, false)).solved());
}

// Whoever works, the same budget ends at the same place.
TEST(Portfolio, IsTheSameRunEveryTime) {
  const Formula formula = random_ksat(250, 1070, 3, 5);
  for (const std::uint64_t budget : {2'000u, 100'000u, 400'000u}) {
    const SolveResult first = run(formula, {2}, {.work = budget}),
                      again = run(formula, {2, 2}, {.work = budget});
    EXPECT_EQ(first.configuration, again.configuration);
    EXPECT_EQ(first.iterations, again.iterations);
    EXPECT_EQ(first.flips, again.flips);
    EXPECT_EQ(first.messages, again.messages);
    EXPECT_EQ(first.violations, count_violations(formula, first.configuration));
  }
}

TEST(Portfolio, ProvesNothingWithoutCadical) {
  const Formula formula = random_ksat(8, 80, 3, 1);
  RunControl control({.work = 100'000});
  const SolveResult result = read_solver<Formula>("auto:cadical=false").solve(formula, {}, control);
  EXPECT_GT(result.violations, 0u);
  EXPECT_FALSE(result.refuted);
  EXPECT_EQ(result.found_by, "");
}

TEST(Shares, GoToWhoSolvesMost) {
  const auto leader = [](const Shares& s) {
    if (s.cadical > s.edmc && s.cadical > s.probsat) return "cadical";
    if (s.bsp > s.edmc && s.bsp > s.probsat) return "bsp";
    return s.edmc > s.probsat ? "edmc" : "probsat";
  };
  EXPECT_STREQ(leader(choose_shares(false, 3, 0.5, 1000)), "cadical");
  EXPECT_STREQ(leader(choose_shares(true, 3, 1.1, 1000)), "cadical");
  EXPECT_STREQ(leader(choose_shares(true, 3, 1.0, 250)), "cadical");
  EXPECT_STREQ(leader(choose_shares(true, 4, 0.95, 250)), "probsat");
  EXPECT_STREQ(leader(choose_shares(true, 3, 0.7, 1'000'000)), "probsat");
  EXPECT_STREQ(leader(choose_shares(true, 3, 0.98, 10'000)), "edmc");
  EXPECT_STREQ(leader(choose_shares(true, 9, 0.98, 10'000)), "edmc");
  EXPECT_STREQ(leader(choose_shares(true, 4, 0.987, 10'000)), "bsp");
  EXPECT_STREQ(leader(choose_shares(true, 3, 0.995, 5000)), "bsp");
  EXPECT_STREQ(leader(choose_shares(true, 3, 0.995, 1000)), "edmc");
  EXPECT_STREQ(leader(choose_shares(true, 3, 0.995, 999)), "probsat");
  EXPECT_EQ(choose_shares(true, 3, 0.97, 10'000).bsp, 0);
  EXPECT_EQ(choose_shares(true, 3, 0.98, 100).edmc, 0);
  // CaDiCaL waits the longer the more conflicts a formula takes.
  EXPECT_EQ(choose_shares(true, 3, 0.98, 100).conflicts, 1000);
  EXPECT_NEAR(choose_shares(true, 3, 0.98, 320).conflicts, 1e5, 2e3);
}

}  // namespace
}  // namespace bitbasin::portfolio_test
