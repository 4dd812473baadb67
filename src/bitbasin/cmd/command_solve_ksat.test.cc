// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/sat/complete/cadical.h"
#include "bitbasin/sat/complete/drat_check.test.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::command_solve_ksat_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SolveKsat, EachAlgorithmSolvesAndItsAssignmentVerifies) {
  const TempFolder folder;
  ASSERT_EQ(
      run_bitbasin("generate ksat --n 300 --k 3 --alpha 3.2 --seed 3 --out f.cnf.gz", folder.path()).code, 0);
  for (const auto& a : algorithms<Formula>()) {
    if (a.name == "cadical" && !has_cadical()) continue;
    const Outcome solved = run_bitbasin(
        "solve ksat --cnf f.cnf.gz --save s.txt --json --algorithm " + std::string(a.name), folder.path());
    ASSERT_EQ(solved.code, 0) << a.name << "\n" << solved;
    const auto json = solved.json();
    EXPECT_EQ(json["algorithm"], a.name);
    EXPECT_EQ(json["n"], 300);
    EXPECT_EQ(json["k"], 3);
    EXPECT_EQ(json["clauses"], 960);
    EXPECT_EQ(json["solved"], true);
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["unsatisfied"], 0);
    EXPECT_EQ(json["status"], "satisfiable");
    EXPECT_EQ(json.contains("found_by"), a.name == "auto");
    EXPECT_GT(json["work"], 0);
    EXPECT_TRUE(json.contains("seconds"));
    EXPECT_EQ(run_bitbasin("check ksat --cnf f.cnf.gz --solution s.txt", folder.path()).code, 0);
  }
}

TEST(SolveKsat, TheFlagsNameTheFormulaThatGenerateWrites) {
  const TempFolder folder;
  const std::string formula = " --n 200 --k 4 --alpha 7 --seed 5";
  ASSERT_EQ(run_bitbasin("generate ksat" + formula + " --out f.cnf", folder.path()).code, 0);
  ASSERT_EQ(run_bitbasin("solve ksat" + formula + " --save s.txt", folder.path()).code, 0);
  EXPECT_EQ(run_bitbasin("check ksat --cnf f.cnf --solution s.txt", folder.path()).code, 0);
}

TEST(SolveKsat, SpeaksTheLanguageOfSolvers) {
  const TempFolder folder;
  folder.add("sat.cnf", "c small\np cnf 3 4\n1 0\n-1 -2 0\n2 -2 3 0\n3 3 0\n");
  const Outcome solved = run_bitbasin("solve ksat --cnf sat.cnf --dimacs --quiet", folder.path());
  EXPECT_EQ(solved.code, 10) << solved;
  EXPECT_EQ(solved.out, "s SATISFIABLE\nv 1 -2 3 0\n");
  folder.add("unsat.cnf", "p cnf 1 2\n1 0\n-1 0\n");
  const Outcome unknown = run_bitbasin("solve ksat --cnf unsat.cnf --dimacs --algorithm edmc", folder.path());
  EXPECT_EQ(unknown.code, 0) << unknown;
  EXPECT_THAT(unknown.out, HasSubstr("\ns UNKNOWN\n"));
  EXPECT_THAT(unknown.out, StartsWith("c not solved"));
  EXPECT_TRUE(
      run_bitbasin("solve ksat --cnf sat.cnf --dimacs --json", folder.path()).is_error_about("either"));
}

TEST(SolveKsat, IncompleteAlgorithmsEndWithCodeOneAndTheBestAssignment) {
  const TempFolder folder;
  folder.add("f.cnf", "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n");
  for (const char* algorithm :
       {"edmc", "edmc:mode=predicted", "rbp", "bsp", "sa", "probsat:flips=1000", "fms:proposals=1000"}) {
    const Outcome outcome = run_bitbasin(
        std::string("solve ksat --cnf f.cnf --save s.txt --json --budget 20000 --algorithm ") + algorithm,
        folder.path());
    EXPECT_EQ(outcome.code, 1) << algorithm << outcome;
    EXPECT_EQ(outcome.json()["unsatisfied"], 1) << algorithm;
    EXPECT_EQ(outcome.json()["status"], "unknown") << algorithm;
    EXPECT_EQ(outcome.json()["verified"], true) << algorithm;
    EXPECT_EQ(run_bitbasin("check ksat --cnf f.cnf --solution s.txt --json", folder.path()).json()["errors"],
              1);
  }
}

TEST(SolveKsat, EveryAlgorithmKnowsAnEmptyClause) {
  const TempFolder folder;
  folder.add("f.cnf", "p cnf 2 2\n1 2 0\n0\n");
  for (const auto& a : algorithms<Formula>()) {
    if (a.name == "cadical" && !has_cadical()) continue;
    const std::string line = "solve ksat --cnf f.cnf --budget 20000 --algorithm " + a.name;
    const Outcome outcome = run_bitbasin(line + " --json", folder.path());
    EXPECT_EQ(outcome.code, 1) << outcome;
    EXPECT_EQ(outcome.json()["status"], "unsatisfiable") << a.name;
    const Outcome dimacs = run_bitbasin(line + " --dimacs --save s.txt", folder.path());
    EXPECT_EQ(dimacs.code, 20) << dimacs;
    EXPECT_THAT(dimacs.out, HasSubstr("\ns UNSATISFIABLE\n"));
    EXPECT_EQ(file_bytes(folder.path("s.txt")), "s UNSATISFIABLE\n");
  }
}

TEST(SolveKsat, WritesAProofIfThereIsNoSolution) {
  const TempFolder folder;
  folder.add("empty.cnf", "p cnf 1 1\n0\n");
  EXPECT_EQ(run_bitbasin("solve ksat --cnf empty.cnf --proof p.drat", folder.path()).code, 1);
  EXPECT_EQ(file_bytes(folder.path("p.drat")), "0\n");
  if (!has_cadical()) GTEST_SKIP() << "this build has no CaDiCaL";
  const std::string random = "solve ksat --n 40 --alpha 6 --seed 2 --proof q.drat --algorithm ";
  for (const char* algorithm : {"auto", "cadical"}) {
    const Outcome outcome = run_bitbasin(random + algorithm, folder.path());
    EXPECT_EQ(outcome.code, 1) << outcome;
    EXPECT_THAT(outcome.out, StartsWith("unsatisfiable"));
    EXPECT_EQ(DratChecker(random_ksat(40, 240, 3, 2)).error_in(file_bytes(folder.path("q.drat"))),
              std::nullopt);
    std::filesystem::remove(folder.path("q.drat"));
  }
  EXPECT_EQ(run_bitbasin("solve ksat --n 40 --alpha 2 --proof q.drat", folder.path()).code, 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path("q.drat")));
}

TEST(SolveKsat, StopsCadicalInTime) {
  if (!has_cadical()) GTEST_SKIP() << "this build has no CaDiCaL";
  const std::string hard = "solve ksat --n 400 --alpha 4.26 --algorithm cadical --json --proof p.drat ";
  const TempFolder folder;
  const Outcome late = run_bitbasin(hard + "--time-limit 0.2", folder.path());
  EXPECT_EQ(late.code, 1) << late;
  EXPECT_EQ(late.json()["stop_reason"], "time_limit");
  EXPECT_EQ(late.json()["status"], "unknown");
  EXPECT_LT(late.json()["seconds"], 5);
  const auto started = std::chrono::steady_clock::now();
  const Outcome interrupted = run_shell("exec bitbasin " + hard, folder.path(), [&] {
    return std::chrono::steady_clock::now() - started > std::chrono::milliseconds(300);
  });
  EXPECT_EQ(interrupted.code, 130) << interrupted;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));  // no proof, nor a part of one
}

TEST(SolveKsat, StopsAtItsBudget) {
  const auto json =
      run_bitbasin("solve ksat --n 300 --alpha 5 --algorithm probsat --budget 3000 --json").json();
  EXPECT_EQ(json["stop_reason"], "budget");
  EXPECT_EQ(json["work"], 3000);
  EXPECT_EQ(json["flips"], 3000);
}

TEST(SolveKsat, AnInterruptLeavesTheBestSoFar) {
  const TempFolder folder;
  const auto started = std::chrono::steady_clock::now();
  const Outcome outcome = run_shell(
      "exec bitbasin solve ksat --algorithm probsat --n 20000 --k 3 --alpha 4.5 --save s.txt --json",
      folder.path(),
      [&] { return std::chrono::steady_clock::now() - started > std::chrono::milliseconds(1000); });
  EXPECT_EQ(outcome.code, 130) << outcome;
  EXPECT_EQ(outcome.json()["stop_reason"], "cancelled");
  EXPECT_EQ(outcome.json()["verified"], true);
  EXPECT_TRUE(std::filesystem::exists(folder.path("s.txt")));
}

TEST(SolveKsat, BadInputIsOneSentence) {
  const TempFolder folder;
  folder.add("bad.cnf", "p cnf 2 1\n1 3 0\n");
  const std::pair<const char*, const char*> cases[] = {
      {"--n 11 --alpha 1 --algorithm dpll", "expected one of the algorithms auto"},
      {"--n 11 --alpha 1 --algorithm edmc:gama=1", "gamma"},
      {"--n 11 --alpha 1 --algorithm edmc:y=3", "expected y = inf"},
      {"--n 11 --alpha 1 --algorithm edmc --proof p.drat",
       "one of the algorithms auto, cadical with --proof"},
      {"--n 11 --alpha 1 --algorithm cadical:conflicts=0", "conflicts"},
      {"--n 2 --k 3 --alpha 1", "from 1 to N = 2"},
      {"--cnf bad.cnf", "bad.cnf line 2"},
      {"--cnf missing.cnf", "missing.cnf"},
      {"--cnf bad.cnf --n 11", "expected either --cnf"},
      {"", "expected --cnf or a random formula"},
      {"--n 11", "either alpha or clauses"},
      {"--n 11 --alpha 0.1 --save no/such/folder/s.txt", "no/such/folder"},
  };
  for (const auto& [flags, part] : cases) {
    const Outcome outcome = run_bitbasin(std::string("solve ksat ") + flags, folder.path());
    EXPECT_TRUE(outcome.is_error_about(part)) << flags << "\n" << outcome;
  }
}

}  // namespace
}  // namespace bitbasin::command_solve_ksat_test
