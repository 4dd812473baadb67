// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <fcntl.h>
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_check_test {
namespace {

using ::testing::HasSubstr;

// Three patterns of three synapses; +1 +1 +1 gets the second wrong.
constexpr const char* kPatterns = "1 1 -1\n1 1 1\n-1 -1 1\n-1 -1 -1\n";

TEST(CheckPerceptron, CountsErrors) {
  const TempFolder folder;
  folder.add("p.txt", kPatterns);
  folder.add("good.txt", "1 1 1\n");
  folder.add("bad.txt", "-1 -1 -1\n");
  folder.add("flipped.txt", "-1 1 1\n-1 -1 1\n");
  const Outcome good = run_bitbasin("check perceptron --input p.txt --weights bad.txt --json", folder.path());
  EXPECT_EQ(good.code, 1) << good;
  EXPECT_EQ(good.json()["errors"], 2);
  EXPECT_EQ(good.json()["verified"], false);
  EXPECT_EQ(good.json()["n"], 3);
  EXPECT_EQ(good.json()["patterns"], 3);
  const Outcome one = run_bitbasin("check perceptron --input p.txt --weights good.txt", folder.path());
  EXPECT_EQ(one.out, "1 error in 3 patterns of 3 synapses\n");
  EXPECT_EQ(one.code, 1);
}

TEST(CheckPerceptron, VerifiesATeacherFromFileAndFromSeed) {
  const TempFolder folder;
  run_bitbasin(
      "generate perceptron --n 51 --alpha 2 --task teacher --seed 9 --out t.npy --save-teacher w.npy",
      folder.path());
  const Outcome file =
      run_bitbasin("check perceptron --input t.npy --labels t-labels.npy --weights w.npy", folder.path());
  EXPECT_EQ(file.code, 0) << file;
  EXPECT_EQ(file.out, "0 errors in 102 patterns of 51 synapses: verified\n");
  const Outcome seed = run_bitbasin(
      "check perceptron --n 51 --alpha 2 --task teacher --seed 9 --weights w.npy --json", folder.path());
  EXPECT_EQ(seed.code, 0) << seed;
  EXPECT_EQ(seed.json()["verified"], true);
  EXPECT_EQ(seed.json()["teacher_overlap"], 1.0);
  EXPECT_EQ(seed.json()["generalization_error"], 0.0);
  const Outcome other = run_bitbasin(
      "check perceptron --n 51 --alpha 2 --task teacher --seed 8 --weights w.npy", folder.path());
  EXPECT_EQ(other.code, 1) << other;
  EXPECT_THAT(other.out, HasSubstr("overlap with the teacher"));
}

TEST(CheckPerceptron, RefusesFlagsThatContradict) {
  const TempFolder folder;
  folder.add("p.txt", kPatterns);
  folder.add("w.txt", "1 1 1 1\n");
  const std::pair<const char*, const char*> cases[] = {
      {"--weights w.txt", "expected --input or a random instance by --n and --alpha, got neither"},
      {"--weights w.txt --input p.txt --n 5", "expected either --input or a random instance"},
      {"--weights w.txt --input p.txt --task teacher", "expected either --input or a random instance"},
      {"--weights w.txt --labels p.txt --n 5 --alpha 1", "--labels needs --input"},
      {"--weights w.txt --input p.txt", "expected 3 weights, one per synapse, but w.txt has 4"},
      {"--weights w.txt --n 5", "expected either alpha or patterns"},
  };
  for (const auto& [flags, sentence] : cases) {
    const Outcome outcome = run_bitbasin(std::string("check perceptron ") + flags, folder.path());
    EXPECT_TRUE(outcome.is_error_about(sentence)) << flags << "\n" << outcome;
  }
}

TEST(CheckKsat, CountsUnsatisfiedClauses) {
  const TempFolder folder;
  folder.add("f.cnf", "p cnf 3 3\n1 -2 0\n2 3 0\n-1 0\n");
  folder.add("good.sol", "s SATISFIABLE\nv -1 -2 3 0\n");
  folder.add("bad.sol", "v 1 2 -3 0\n");
  folder.add("part.sol", "v 3 0\n");
  folder.add("unsat.sol", "s UNSATISFIABLE\n");
  const Outcome good = run_bitbasin("check ksat --cnf f.cnf --solution good.sol --json", folder.path());
  EXPECT_EQ(good.code, 0) << good;
  EXPECT_EQ(good.json()["errors"], 0);
  EXPECT_EQ(good.json()["verified"], true);
  EXPECT_EQ(good.json()["clauses"], 3);
  EXPECT_EQ(good.json()["n"], 3);
  EXPECT_EQ(good.json()["frozen"], 1.0) << "each variable satisfies a clause alone";
  const Outcome bad = run_bitbasin("check ksat --cnf f.cnf --solution bad.sol", folder.path());
  EXPECT_EQ(bad.code, 1);
  EXPECT_EQ(bad.out, "1 error in 3 clauses over 3 variables\n");
  const Outcome part = run_bitbasin("check ksat --cnf f.cnf --solution part.sol", folder.path());
  EXPECT_EQ(part.code, 0) << part;
  EXPECT_THAT(part.out, HasSubstr("2 variables without a value"));
  EXPECT_TRUE(run_bitbasin("check ksat --cnf f.cnf --solution unsat.sol", folder.path())
                  .is_error_about("unsat.sol says only that the formula is unsatisfiable"));
}

TEST(Check, HostileFilesAreOneSentence) {
  const TempFolder folder;
  folder.add("p.txt", kPatterns);
  folder.add("w.txt", "1 1 1\n");
  folder.add("f.cnf", "p cnf 1 1\n1 0\n");
  folder.add("f.sol", "v 1 0\n");
  folder.add("empty", "");
  folder.add("garbage", std::string("\x93NUMPY\x01\x00\xff\xff\x00\x1f\x8b\x00 cnf", 16));
  folder.add("huge.npy", std::string("\x93NUMPY\x01\x00\x46\x00", 10) +
                             "{'descr': '|i1', 'fortran_order': False, 'shape': (999999999999, 9), }\n");
  folder.add("huge.cnf", "p cnf 99999999999999999999 1\n1 0\n");
  folder.add("cut.txt.gz", std::string("\x1f\x8b\x08\x00\x00", 5));
  run_shell("mkdir folder; touch secret; chmod 0 secret", folder.path());
  for (const char* name : {"missing", "folder", "empty", "garbage", "huge.npy", "huge.cnf", "cut.txt.gz"}) {
    for (const std::string command :
         {"check perceptron --weights w.txt --input ", "check perceptron --input p.txt --weights ",
          "check perceptron --weights w.txt --labels w.txt --input ", "check ksat --solution f.sol --cnf ",
          "check ksat --cnf f.cnf --solution "}) {
      const Outcome outcome = run_bitbasin(command + name + " --json", folder.path());
      EXPECT_TRUE(outcome.is_error_about(name)) << command << name << "\n" << outcome;
    }
  }
}

TEST(Check, InterruptEndsAWaitForInput) {
  const TempFolder folder;
  run_shell("mkfifo pipe", folder.path());
  int writer = -1;
  const auto reads = [&] {  // a pipe opens for writing without waiting once it is open for reading
    writer = open(folder.path("pipe").c_str(), O_WRONLY | O_NONBLOCK | O_CLOEXEC);
    return writer >= 0;
  };
  const Outcome outcome =
      run_shell("exec bitbasin check ksat --cnf pipe --solution pipe", folder.path(), reads);
  EXPECT_EQ(outcome.code, 130) << outcome;
  EXPECT_GE(writer, 0);
  close(writer);
  const Outcome late = run_bitbasin("check ksat --cnf pipe --solution pipe --time-limit 0.1", folder.path());
  EXPECT_EQ(late.code, 1) << late;
  EXPECT_EQ(late.err, "bitbasin: the time limit was reached before there was a result\n");
}

}  // namespace
}  // namespace bitbasin::command_check_test
