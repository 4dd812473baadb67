// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/algorithms.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/enumerate.test.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::algorithms_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

SolveResult run_spec(const std::string& spec, const Formula& formula, SolveSetup setup = {},
                     RunLimits limits = {}) {
  RunControl control(limits);
  return read_solver<Formula>(spec).solve(formula, setup, control);
}

TEST(SatSolvers, ATraceTellsTheErrorsAndChangesNothing) {
  const Formula formula = random_ksat(300, 1140, 3, 5);
  for (const Algorithm<Formula>& algorithm : algorithms<Formula>()) {
    if (!algorithm.can.trace) continue;
    int told = 0;
    const auto tell = [&](const TracePoint& point) {
      ++told;
      EXPECT_EQ(count_violations(formula, *point.configuration), point.errors) << algorithm.name;
    };
    const SolveResult traced = run_spec(algorithm.name, formula, {.on_iteration = tell});
    const SolveResult plain = run_spec(algorithm.name, formula);
    EXPECT_GT(told, 0) << algorithm.name;
    EXPECT_EQ(traced.configuration, plain.configuration) << algorithm.name;
    EXPECT_EQ(traced.iterations, plain.iterations) << algorithm.name;
  }
}

// What every solver guarantees.
class EverySatSolver : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "cadical" && !has_cadical()) GTEST_SKIP() << "this build has no CaDiCaL";
  }

  static SolveResult run(const Formula& formula, SolveSetup setup = {}, RunLimits limits = {}) {
    return run_spec(GetParam(), formula, setup, limits);
  }
};

TEST_P(EverySatSolver, SolvesWithItsDefaults) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed) {
    const Formula formula = random_ksat(200, 600, 3, seed);
    const SolveResult result = run(formula, {seed});
    EXPECT_TRUE(result.solved());
    EXPECT_EQ(count_violations(formula, result.configuration), 0u);
  }
}

TEST_P(EverySatSolver, AnswersAreAmongTheEnumeratedSolutions) {
  int solvable = 0, solved = 0;
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    const Formula formula = random_ksat(14, 49, 3, seed);
    const auto solutions = enumerate_solutions(formula);
    const SolveResult result = run(formula, {seed}, {.work = 100'000});
    solvable += !solutions.empty();
    solved += result.solved();
    EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
    const auto answer = static_cast<std::uint32_t>(result.configuration.words()[0]);
    EXPECT_EQ(result.solved(), std::ranges::binary_search(solutions, answer)) << "seed " << seed;
  }
  EXPECT_GE(solvable, 9);
  EXPECT_GE(solved, solvable - 2);  // messages know little where loops are this short
  EXPECT_LE(solved, solvable);
}

TEST_P(EverySatSolver, TakesAnyFormula) {
  Formula formula;
  formula.variables = 70;
  const std::vector<Literal> odd[] = {{4}, {5, 12}, {1, 0}, {8, 8, 8}, {11}, {20, 33, 47, 60, 71, 99, 100}};
  for (const auto& clause : odd) formula.add_clause(clause);
  for (std::uint32_t k = 2; k <= 5; ++k) {
    const Formula part = random_ksat(70, 20, k, k);
    for (std::size_t a = 0; a < part.clauses(); ++a) formula.add_clause(part.clause(a));
  }
  const SolveResult result = run(formula);
  EXPECT_TRUE(result.solved());
  EXPECT_EQ(count_violations(formula, result.configuration), 0u);
  EXPECT_FALSE(result.refuted);

  EXPECT_TRUE(run(Formula{}).solved());
  Formula free;
  free.variables = 5;
  EXPECT_TRUE(run(free).solved());
  EXPECT_EQ(run(free).configuration.size(), 5u);
}

TEST_P(EverySatSolver, AnEmptyClauseIsRefutedWithoutASearch) {
  Formula formula = random_ksat(70, 280, 3, 1);
  formula.add_clause({});
  RunControl control;
  const SolveResult result = read_solver<Formula>(GetParam()).solve(formula, {}, control);
  EXPECT_TRUE(result.refuted);
  EXPECT_EQ(control.spent(), 0u);
  EXPECT_EQ(count_violations(formula, result.configuration), result.violations);
}

TEST_P(EverySatSolver, SolvesASingleClause) {
  Formula formula;
  formula.variables = 3;
  formula.add_clause(std::vector<Literal>{0, 2, 4});  // all -1 is not a solution
  const SolveResult result = run(formula);
  EXPECT_EQ(result.violations, 0u);
  EXPECT_EQ(count_violations(formula, result.configuration), 0u);
}

TEST_P(EverySatSolver, AnUnsatisfiableFormulaEndsUnsolved) {
  Formula formula;
  formula.variables = 3;
  for (Literal a : {0u, 1u}) {
    for (Literal b : {2u, 3u}) {
      for (Literal c : {4u, 5u}) formula.add_clause(std::vector<Literal>{a, b, c});
    }
  }
  const SolveResult result = run(formula, {}, {.work = 200'000});
  EXPECT_EQ(result.violations, 1u);  // each of the eight assignments violates one clause
  EXPECT_EQ(count_violations(formula, result.configuration), 1u);
}

TEST_P(EverySatSolver, SameAnswerAtEverySimdLevel) {
  const Formula formula = random_ksat(150, 560, 3, 9);
  const RunLimits limits{.work = 60'000};  // enough to differ if anything can
  const SolveResult expected = run(formula, {3}, limits);
  for_every_simd_level([&](std::string_view) {
    const SolveResult result = run(formula, {3}, limits);
    EXPECT_EQ(result.configuration, expected.configuration);
    EXPECT_EQ(result.flips, expected.flips);
    EXPECT_EQ(result.messages, expected.messages);
  });
}

TEST_P(EverySatSolver, StopsAtItsBudgetWithTheBestSoFar) {
  const Formula formula = random_ksat(300, 1320, 3, 2);  // alpha = 4.4: no solution
  RunControl control({.work = 20'000});
  const SolveResult result = read_solver<Formula>(GetParam()).solve(formula, {}, control);
  EXPECT_LE(control.spent(), 20'000u);
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_GT(result.violations, 0u);
  EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
}

TEST_P(EverySatSolver, StopsWhenCancelled) {
  const std::atomic<bool> cancelled = true;
  const Formula formula = random_ksat(100, 440, 3, 1);
  const SolveResult result = run(formula, {}, {.cancelled = &cancelled});
  EXPECT_EQ(result.configuration.size(), 100u);
  EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
}

INSTANTIATE_TEST_SUITE_P(Sat, EverySatSolver,
                         ::testing::Values("edmc", "edmc:mend=0", "edmc:mode=heuristic", "edmc:mode=batch",
                                           "edmc:mode=predicted", "rbp", "bsp", "sa", "probsat", "fms",
                                           "auto", "auto:cadical=false", "cadical"),
                         [](const auto& parameter) {
                           std::string name = parameter.param;
                           std::erase_if(name, [](char c) { return c == ':' || c == '='; });
                           return name;
                         });

// Mode plain re-converges for each proposal, hence the small formula. Its messages are loose, so it accepts
// different flips than predicted does, but as often.
TEST(SatEdmc, PlainProposesAsOftenAsPredicted) {
  double proposals[2] = {}, accepted[2] = {};
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const Formula formula = random_ksat(60, 180, 3, seed);
    for (const int plain : {0, 1}) {
      const SolveResult result = run_spec(
          plain ? "edmc:mode=plain,tolerance=0.01" : "edmc:mode=predicted,tolerance=0.01", formula, {seed});
      EXPECT_TRUE(result.solved());
      proposals[plain] += static_cast<double>(result.iterations);
      accepted[plain] += static_cast<double>(result.flips);
    }
  }
  EXPECT_NEAR(proposals[1] / proposals[0], 1, 0.2);
  EXPECT_NEAR(accepted[1] / accepted[0], 1, 0.2);
}

TEST(SatAlgorithms, SpecsAreChecked) {
  const Formula formula = random_ksat(10, 10, 3, 1);
  EXPECT_THAT([] { find_algorithm<Formula>("dpll"); },
              ThrowsMessage<Error>(HasSubstr("expected one of the algorithms")));
  EXPECT_THAT([&] { run_spec("probsat:flip=3", formula); }, ThrowsMessage<Error>(HasSubstr("flips")));
  EXPECT_THAT([&] { run_spec("edmc:y=2", formula); }, ThrowsMessage<Error>(HasSubstr("expected y = inf")));
  EXPECT_THAT(read_solver<Formula>("sa:sweeps=7").canonical, HasSubstr("sweeps=7"));
}

}  // namespace
}  // namespace bitbasin::algorithms_test
