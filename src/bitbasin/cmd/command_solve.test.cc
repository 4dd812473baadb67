// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/perceptron/algorithms.h"

namespace bitbasin::command_solve_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(SolvePerceptron, EachAlgorithmSolvesAndItsWeightsVerify) {
  for (const auto& a : algorithms<PerceptronInstance>()) {
    const TempFolder folder;
    const std::string instance = " --n 501 --alpha 0.3 --seed 3";
    const Outcome solved = run_bitbasin(
        "solve perceptron --algorithm " + std::string(a.name) + instance + " --save w.txt --json",
        folder.path());
    ASSERT_EQ(solved.code, 0) << a.name << "\n" << solved;
    const auto json = solved.json();
    EXPECT_EQ(json["algorithm"], a.name);
    EXPECT_EQ(json["n"], 501);
    EXPECT_EQ(json["patterns"], 150);
    EXPECT_EQ(json["solved"], true);
    EXPECT_EQ(json["verified"], true);
    EXPECT_EQ(json["errors"], 0);
    EXPECT_GT(json["iterations"], 0);
    EXPECT_TRUE(json.contains("seconds"));
    EXPECT_EQ(run_bitbasin("check perceptron --weights w.txt" + instance, folder.path()).code, 0);
  }
}

TEST(SolvePerceptron, ReportsOverlapAndGeneralisationForATeacher) {
  const auto json = run_bitbasin("solve perceptron --n 501 --alpha 3 --task teacher --json").json();
  EXPECT_EQ(json["teacher_overlap"], 1.0);
  EXPECT_EQ(json["generalization_error"], 0.0);
}

TEST(SolvePerceptron, ReadsFilesThatOthersWrote) {
  const TempFolder folder;
  folder.add("p.txt", "1,-1,1\n+1 -1 1\n-1\t1 1\n1 1 -1\n");
  const Outcome solved = run_bitbasin("solve perceptron --input p.txt --save w.npy", folder.path());
  EXPECT_THAT(solved.out, StartsWith("solved by rbp: 0 errors in 3 patterns of 3 synapses")) << solved;
  EXPECT_EQ(run_bitbasin("check perceptron --input p.txt --weights w.npy", folder.path()).code, 0);
}

TEST(SolvePerceptron, KnowsEveryConstraint) {
  const TempFolder folder;
  const std::pair<const char*, double> cases[] = {
      {" --n 301 --alpha 0.25 --kappa 0.5", 0.4611},
      {" --n 301 --alpha 0.8 --kappa -0.5", -0.4611},
      {" --n 301 --alpha 0.8 --constraint symmetric", 1.0375},
  };
  for (const auto& [flags, effective] : cases) {
    const std::string instance = flags;
    const auto json = run_bitbasin("solve perceptron --save w.txt --json" + instance, folder.path()).json();
    EXPECT_EQ(json["solved"], true) << instance;
    EXPECT_EQ(json["verified"], true) << instance;
    EXPECT_NEAR(json["kappa_eff"].get<double>(), effective, 1e-4) << instance;
    EXPECT_EQ(run_bitbasin("check perceptron --weights w.txt" + instance, folder.path()).code, 0) << instance;
    // The same weights do not satisfy a harder constraint.
    EXPECT_EQ(
        run_bitbasin("check perceptron --kappa 0.6 --constraint sign --weights w.txt --n 301 --alpha 0.25",
                     folder.path())
            .code,
        1);
  }
  EXPECT_THAT(run_bitbasin("solve perceptron --n 301 --alpha 0.8 --constraint symmetric").out,
              HasSubstr("under |x . W| <= 1 sqrt(N) (kappa_eff 1.0375)"));
}

TEST(SolvePerceptron, AFileMayBeReadUnderAnyConstraint) {
  const TempFolder folder;
  run_bitbasin("generate perceptron --n 201 --alpha 0.8 --out p.txt", folder.path());
  const std::string flags = " --input p.txt --constraint symmetric --kappa 1.1 ";
  EXPECT_EQ(run_bitbasin("solve perceptron --save w.txt" + flags, folder.path()).code, 0);
  EXPECT_EQ(run_bitbasin("check perceptron --weights w.txt" + flags, folder.path()).code, 0);
  EXPECT_EQ(run_bitbasin("check perceptron --weights w.txt --input p.txt", folder.path()).code, 1);
  const auto walk =
      run_bitbasin("walk perceptron --solution w.txt --sweeps 2 --json" + flags, folder.path()).json();
  EXPECT_EQ(walk["end_errors"], 0);
  EXPECT_GT(walk["points"].back()["distance"].get<double>(), 0);
  const auto entropy =
      run_bitbasin("entropy perceptron --solution w.txt --json" + flags, folder.path()).json();
  EXPECT_EQ(entropy["constraint"], "symmetric");
  EXPECT_EQ(entropy["errors"], 0);
  EXPECT_EQ(entropy["bethe_converged"], true);
}

TEST(SolvePerceptron, AnImpossibleInstanceEndsWithCodeOne) {
  const Outcome outcome =
      run_bitbasin("solve perceptron --algorithm rbp:rate=0.1,restarts=0 --n 101 --alpha 3 --json");
  EXPECT_EQ(outcome.code, 1) << outcome;
  EXPECT_EQ(outcome.json()["solved"], false);
  EXPECT_GT(outcome.json()["errors"], 0);
  EXPECT_EQ(outcome.json()["verified"], true);
}

TEST(SolvePerceptron, StopsAtItsBudget) {
  const auto json = run_bitbasin("solve perceptron --n 501 --patterns 300 --budget 3000 --json").json();
  EXPECT_EQ(json["stop_reason"], "budget");
  EXPECT_EQ(json["work"], 3000);
  EXPECT_EQ(json["iterations"], 10);
}

TEST(SolvePerceptron, AnInterruptLeavesTheBestSoFar) {
  const TempFolder folder;
  const auto started = std::chrono::steady_clock::now();
  const Outcome outcome = run_shell(
      "exec bitbasin solve perceptron --algorithm rbp:rate=1e-7 --n 2001 --alpha 0.8 --save w.txt --json",
      folder.path(),
      [&] { return std::chrono::steady_clock::now() - started > std::chrono::milliseconds(1500); });
  EXPECT_EQ(outcome.code, 130) << outcome;
  EXPECT_EQ(outcome.json()["stop_reason"], "cancelled");
  EXPECT_EQ(outcome.json()["verified"], true);
  EXPECT_TRUE(std::filesystem::exists(folder.path("w.txt")));
}

TEST(SolvePerceptron, SameSeedSameWeightsForThreadsAndLevels) {
  const TempFolder folder;
  const std::string line = "solve perceptron --n 1001 --alpha 0.6 --save ";
  run_bitbasin(line + "a.txt --threads 1 --simd scalar", folder.path());
  run_bitbasin(line + "b.txt --threads 2", folder.path());
  EXPECT_EQ(run_shell("cmp a.txt b.txt", folder.path()).code, 0);
}

TEST(SolvePerceptron, LearnsATeacherOnline) {
  const TempFolder folder;
  const Outcome learned = run_bitbasin(
      "solve perceptron --n 101 --task teacher --online --algorithm cpr --trace curve.csv --save w.txt "
      "--json",
      folder.path());
  ASSERT_EQ(learned.code, 0) << learned;
  const auto json = learned.json();
  EXPECT_EQ(json["solved"], true);
  EXPECT_EQ(json["verified"], true);
  EXPECT_EQ(json["generalization_error"], 0.0);
  EXPECT_EQ(json["spec"], "cpr:reinforcement=0.3,h_max=auto");
  EXPECT_EQ(json["points"].back()["patterns"], json["patterns"]);
  EXPECT_THAT(file_bytes(folder.path("curve.csv")),
              StartsWith("patterns,alpha,learnt,teacher_overlap,generalization_error,seconds\n13,"));
  EXPECT_EQ(
      run_bitbasin("check perceptron --n 101 --alpha 5 --task teacher --weights w.txt", folder.path()).code,
      0);
  const Outcome limited =
      run_bitbasin("solve perceptron --n 1001 --task teacher --online --patterns 100 --json");
  EXPECT_EQ(limited.code, 1);
  EXPECT_EQ(limited.json()["patterns"], 100);
  const Outcome stopped =
      run_bitbasin("solve perceptron --n 1001 --task teacher --online --budget 70 --json");
  EXPECT_EQ(stopped.code, 1);
  EXPECT_EQ(stopped.json()["patterns"], 70);
  EXPECT_EQ(stopped.json()["stop_reason"], "budget");
}

TEST(SolvePerceptron, OnlineRefusesWhatHasNoMeaning) {
  const std::pair<const char*, const char*> cases[] = {
      {"--n 101", "expected --task teacher with --online, got classify"},
      {"--n 100 --task teacher", "expected an odd N"},
      {"--n 101 --task teacher --algorithm rbp", "rules of online learning sbpi, cpr; got 'rbp'"},
      {"--n 101 --task teacher --kappa 0.1", "--kappa does not go with --online"},
      {"--n 101 --task teacher --alpha 2 --patterns 7", "either --alpha or --patterns, got both"}};
  for (const auto& [flags, text] : cases) {
    const Outcome outcome = run_bitbasin(fmt::format("solve perceptron --online {}", flags));
    EXPECT_EQ(outcome.code, 2) << flags;
    EXPECT_THAT(outcome.err, HasSubstr(text));
  }
}

TEST(SolvePerceptron, CountsErrorsAfterDamage) {
  const TempFolder folder;
  const std::string instance = " --n 501 --alpha 0.3 --damage 0,0.1";
  const auto json = run_bitbasin("solve perceptron --save w.txt --json" + instance, folder.path()).json();
  ASSERT_EQ(json["damage"].size(), 2u);
  EXPECT_EQ(json["damage"][0]["errors"], 0.0);
  EXPECT_EQ(json["damage"][1]["flipped"], 50);
  EXPECT_GT(json["damage"][1]["errors"], 1.0);
  const auto checked =
      run_bitbasin("check perceptron --weights w.txt --json" + instance, folder.path()).json();
  EXPECT_EQ(checked["damage"], json["damage"]);
  EXPECT_EQ(run_bitbasin("solve perceptron --n 501 --alpha 0.3 --damage 2").code, 2);
}

TEST(SolvePerceptron, BadInputIsOneSentence) {
  const TempFolder folder;
  folder.add("bad.txt", "1 2 3\n");
  const std::pair<const char*, const char*> cases[] = {
      {"--n 11 --alpha 1 --algorithm gradient", "expected one of the algorithms rbp"},
      {"--n 11 --alpha 1 --algorithm rbp:rte=1", "rate"},
      {"--n 11 --alpha 1 --algorithm rbp:rate=-1", "rate of rbp"},
      {"--n 10 --alpha 1", "odd"},
      {"--input bad.txt", "bad.txt"},
      {"--input missing.txt", "missing.txt"},
      {"--input bad.txt --n 11", "expected either --input"},
      {"", "expected --input or a random instance"},
      {"--kappa 0.5", "expected --input or a random instance"},
      {"--n 11 --alpha 1 --kappa 9", "expected a kappa that weights can satisfy"},
      {"--n 11 --alpha 1 --constraint symmetric --kappa 0.2", "expected a kappa that weights can satisfy"},
      {"--n 11 --alpha 1 --constraint symmetric --kappa 9", "expected a kappa that weights can violate"},
      {"--n 11 --alpha 1 --constraint symmetric --task teacher",
       "only the sign constraint can be learned from a teacher"},
      {"--n 11 --alpha 1 --kappa 0.5 --task teacher", "expected kappa of at most 0 with a teacher"},
      {"--n 11 --alpha 1 --kappa nan", "kappa"},
      {"--n 11 --alpha 1 --constraint tube", "sign|symmetric"},
      {"--n 11 --alpha 0.1 --save no/such/folder/w.txt", "no/such/folder"},
  };
  for (const auto& [flags, part] : cases) {
    const Outcome outcome = run_bitbasin(std::string("solve perceptron ") + flags, folder.path());
    EXPECT_EQ(outcome.code, 2) << flags << "\n" << outcome;
    EXPECT_THAT(outcome.err, HasSubstr(part)) << flags;
  }
}

}  // namespace
}  // namespace bitbasin::command_solve_test
