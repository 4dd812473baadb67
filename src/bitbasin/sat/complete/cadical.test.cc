// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/complete/cadical.h"

#include <gmock/gmock.h>

#include "bitbasin/base/error.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/checker.h"
#include "bitbasin/sat/complete/drat_check.test.h"
#include "bitbasin/sat/enumerate.test.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/structured.test.h"

namespace bitbasin::cadical_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

class Cadical : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!has_cadical()) GTEST_SKIP() << "this build has no CaDiCaL";
  }
};

struct Proved {
  SolveResult result;
  std::string proof;
};

Proved prove(const Formula& formula, const std::string& spec = "cadical") {
  Proved proved;
  SolveSetup setup;
  setup.on_proof = [&](std::string_view bytes) { proved.proof += bytes; };
  RunControl control;
  proved.result = read_solver<Formula>(spec).solve(formula, setup, control);
  return proved;
}

TEST_F(Cadical, AnswersAsEnumerationDoes) {
  int solvable = 0, refuted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Formula formula = random_ksat(12, 56, 3, seed);
    const bool has_solution = !enumerate_solutions(formula).empty();
    for (const char* spec : {"cadical", "cadical:preset=sat", "cadical:preset=unsat"}) {
      const auto [result, proof] = prove(formula, spec);
      EXPECT_EQ(result.solved(), has_solution) << seed;
      EXPECT_EQ(result.refuted, !has_solution) << seed;
      EXPECT_EQ(result.violations, count_violations(formula, result.configuration));
      if (!result.refuted) continue;
      EXPECT_EQ(DratChecker(formula).error_in(proof), std::nullopt) << seed;
    }
    ++(has_solution ? solvable : refuted);
  }
  EXPECT_GE(solvable, 10);
  EXPECT_GE(refuted, 10);
}

TEST_F(Cadical, ProvesStructuredFormulas) {
  for (const Formula& formula : {pigeon_holes(5), parity_on_a_graph(10, true, 1), colouring_of_clique(5, 4),
                                 counter_overflow(3, true)}) {
    const auto [result, proof] = prove(formula);
    EXPECT_TRUE(result.refuted);
    EXPECT_EQ(DratChecker(formula).error_in(proof), std::nullopt);
  }
  for (const Formula& formula :
       {parity_on_a_graph(10, false, 1), colouring_of_clique(4, 4), counter_overflow(3, false)}) {
    EXPECT_TRUE(prove(formula).result.solved());
  }
}

TEST_F(Cadical, ProvesWhatTheFirstClausesSay) {
  Formula formula;
  formula.variables = 2;
  formula.add_clause(std::vector<Literal>{0});
  formula.add_clause(std::vector<Literal>{2, 2, 3});  // a repeated literal, and always true
  formula.add_clause(std::vector<Literal>{1, 1});
  const auto [result, proof] = prove(formula);
  EXPECT_TRUE(result.refuted);
  EXPECT_EQ(DratChecker(formula).error_in(proof), std::nullopt) << proof;
}

TEST_F(Cadical, GivesUpAfterItsConflicts) {
  const Formula formula = pigeon_holes(9);
  RunControl control;
  const SolveResult result =
      solve(formula, CadicalOptions{.preset = {}, .conflicts = 500}, SolveSetup{}, control);
  EXPECT_FALSE(result.refuted);
  EXPECT_GT(result.violations, 0u);
  EXPECT_NEAR(static_cast<double>(result.iterations), 500, 10);
  EXPECT_EQ(control.stop_reason(), StopReason::none);
  EXPECT_GE(control.spent(), result.iterations - 10);
}

TEST_F(Cadical, TellsOfConflictsAndCanBeEnded) {
  std::uint64_t told = 0;
  RunControl control;
  const SolveResult result =
      solve(pigeon_holes(9), CadicalOptions{}, SolveSetup{}, control, [&](auto conflicts) {
        EXPECT_GE(conflicts, told);
        told = conflicts;
        return conflicts > 200;
      });
  EXPECT_FALSE(result.refuted);
  EXPECT_GT(told, 200u);
  EXPECT_LT(told, 400u);
}

TEST_F(Cadical, PassesOnWhatIsThrown) {
  const auto stop = [](auto) -> bool { throw Error("enough"); };
  RunControl control;
  EXPECT_THAT([&] { solve(pigeon_holes(6), CadicalOptions{}, SolveSetup{}, control, stop); },
              ThrowsMessage<Error>(HasSubstr("enough")));
  SolveSetup full;
  full.on_proof = [](std::string_view) { throw Error("the disk is full"); };
  EXPECT_THAT([&] { solve(pigeon_holes(6), CadicalOptions{}, full, control); },
              ThrowsMessage<Error>(HasSubstr("the disk is full")));
}

TEST_F(Cadical, SameSeedSameRun) {
  const Formula formula = random_ksat(120, 510, 3, 4);
  const auto run = [&](std::uint64_t seed) {
    RunControl control;
    return solve(formula, CadicalOptions{}, SolveSetup{.seed = seed}, control);
  };
  const SolveResult first = run(1), again = run(1);
  EXPECT_EQ(first.configuration, again.configuration);
  EXPECT_EQ(first.iterations, again.iterations);
}

TEST(NoCadical, IsToldInASentence) {
  if (has_cadical()) GTEST_SKIP() << "this build has CaDiCaL";
  EXPECT_THAT([] { read_solver<Formula>("cadical"); },
              ThrowsMessage<Error>(HasSubstr("libcadical-dev in Debian")));
}

}  // namespace
}  // namespace bitbasin::cadical_test
