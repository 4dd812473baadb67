// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/data/weights.h"
#include "bitbasin/features/images/glyphs.h"
#include "bitbasin/perceptron/pattern_file.h"
#include "bitbasin/sat/dimacs.h"
#include "bitbasin/sat/random_ksat.h"

namespace bitbasin::command_generate_test {
namespace {

using ::testing::HasSubstr;

TEST(GeneratePerceptron, WritesTheInstanceOfItsSeed) {
  const TempFolder folder;
  const PerceptronInstance expected = random_instance(101, 71, 7);
  for (const char* name : {"a.txt", "a.txt.gz", "a.dat"}) {
    const Outcome outcome = run_bitbasin(
        std::string("generate perceptron --n 101 --alpha 0.7 --seed 7 --json --out ") + name, folder.path());
    EXPECT_EQ(outcome.code, 0) << outcome;
    const auto json = outcome.json();
    EXPECT_EQ(json["command"], "generate perceptron");
    EXPECT_EQ(json["n"], 101);
    EXPECT_EQ(json["patterns"], 71);
    EXPECT_EQ(json["alpha"], 71.0 / 101);
    EXPECT_EQ(json["seed"], 7);
    EXPECT_EQ(json["task"], "classify");
    EXPECT_EQ(json["file"], name);
    EXPECT_EQ(json["stop_reason"], "none");
    EXPECT_EQ(read_instance(folder.path(name)), expected);
  }
  EXPECT_EQ(folder.count_files(), 3);
}

TEST(GeneratePerceptron, NpyHasItsLabelsBesideIt) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin(
      "generate perceptron --n 101 --patterns 20 --task teacher --out t.npy --save-teacher w.txt --json",
      folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.json()["labels_file"], "t-labels.npy");
  EXPECT_EQ(outcome.json()["teacher_file"], "w.txt");
  const PerceptronInstance expected = teacher_instance(101, 20, 1);
  const PerceptronInstance written = read_instance(folder.path("t.npy"), folder.path("t-labels.npy"));
  EXPECT_EQ(written.x, expected.x);
  EXPECT_EQ(written.labels, expected.labels);
  EXPECT_EQ(read_weights(folder.path("w.txt")), *expected.teacher);
}

TEST(GeneratePerceptron, ThreadsAndSimdDoNotChangeTheFile) {
  const TempFolder folder;
  run_bitbasin("generate perceptron --n 201 --alpha 2 --task teacher --out a.txt --threads 1 --simd scalar",
               folder.path());
  run_bitbasin("generate perceptron --n 201 --alpha 2 --task teacher --out b.txt --threads 3", folder.path());
  EXPECT_EQ(file_bytes(folder.path("a.txt")), file_bytes(folder.path("b.txt")));
  EXPECT_NE(file_bytes(folder.path("a.txt")), "");
}

TEST(GeneratePerceptron, RefusesWhatMakesNoInstance) {
  const TempFolder folder;
  const std::pair<const char*, const char*> cases[] = {
      {"--n 101", "expected either alpha or patterns, got neither"},
      {"--alpha 1 --patterns 5", "got both"},
      {"--n 100 --alpha 1", "odd"},
      {"--n 101 --alpha 0.001", "alpha is too small for a single pattern"},
      {"--n 101 --alpha 1 --save-teacher w.txt", "--save-teacher needs --task teacher"},
      {"--n 1000000001 --alpha 1000000", "memory"},
  };
  for (const auto& [flags, sentence] : cases) {
    const Outcome outcome =
        run_bitbasin(std::string("generate perceptron --out a.txt ") + flags, folder.path());
    EXPECT_TRUE(outcome.is_error_about(sentence)) << flags << "\n" << outcome;
  }
  EXPECT_EQ(folder.count_files(), 0);
}

TEST(Generate, LeavesNothingHalfWritten) {
  const TempFolder folder;
  for (const char* command :
       {"generate perceptron --n 101 --alpha 0.7 --out ", "generate ksat --alpha 4 --out "}) {
    EXPECT_TRUE(
        run_bitbasin(std::string(command) + "nosuch/a.txt", folder.path()).is_error_about("nosuch/a.txt"));
    EXPECT_TRUE(run_bitbasin(std::string(command) + ".", folder.path()).is_error_about("directory"));
    EXPECT_TRUE(
        run_bitbasin(std::string(command) + "/dev/full", folder.path()).is_error_about("No space left"));
  }
  EXPECT_TRUE(
      run_bitbasin(
          "generate perceptron --n 101 --alpha 0.7 --task teacher --out a.npy --save-teacher nosuch/w",
          folder.path())
          .is_error_about("nosuch/w"));
  EXPECT_EQ(folder.count_files(), 0);
}

TEST(Generate, AFailureKeepsTheOldFile) {
  const TempFolder folder;
  folder.add("a.txt", "precious");
  // A limit on file sizes, 50 or 100 kB depending on the shell, stands in for a full disk.
  const Outcome outcome =
      run_shell("trap '' XFSZ; ulimit -f 100; bitbasin generate perceptron --n 1001 --alpha 1 --out a.txt",
                folder.path());
  EXPECT_TRUE(outcome.is_error_about("cannot write a.txt")) << outcome;
  EXPECT_EQ(file_bytes(folder.path("a.txt")), "precious");
  EXPECT_EQ(folder.count_files(), 1);
}

TEST(Generate, InterruptsLeaveNoFile) {
  for (const int number : {SIGINT, SIGTERM}) {
    const TempFolder folder;
    // Ten seconds of packing, if not interrupted; the first bytes go to a temporary name.
    const Outcome outcome = run_shell(
        "exec bitbasin generate perceptron --n 20001 --alpha 1 --json --out a.txt.gz", folder.path(),
        [&] { return folder.count_files() > 0; }, number);
    EXPECT_EQ(outcome.code, 130) << outcome;
    EXPECT_EQ(outcome.json()["stop_reason"], "cancelled");
    EXPECT_FALSE(outcome.json().contains("file"));
    EXPECT_EQ(outcome.err, "bitbasin: interrupted before there was a result\n");
    EXPECT_EQ(folder.count_files(), 0);
  }
}

TEST(Generate, TimeLimitLeavesNoFile) {
  const TempFolder folder;
  const Outcome outcome =
      run_bitbasin("generate perceptron --n 20001 --alpha 1 --time-limit 0.3 --out a.txt.gz", folder.path());
  EXPECT_EQ(outcome.code, 1) << outcome;
  EXPECT_THAT(outcome.err, HasSubstr("the time limit was reached before there was a result"));
  EXPECT_EQ(folder.count_files(), 0);
}

TEST(GenerateKsat, WritesTheFormulaOfItsSeed) {
  const TempFolder folder;
  for (const char* name : {"a.cnf", "a.cnf.gz"}) {
    const Outcome outcome = run_bitbasin(
        std::string("generate ksat --n 50 --k 4 --alpha 9 --seed 3 --json --out ") + name, folder.path());
    EXPECT_EQ(outcome.code, 0) << outcome;
    const auto json = outcome.json();
    EXPECT_EQ(json["n"], 50);
    EXPECT_EQ(json["k"], 4);
    EXPECT_EQ(json["clauses"], 450);
    EXPECT_EQ(json["alpha"], 9.0);
    EXPECT_EQ(json["file"], name);
    EXPECT_EQ(read_dimacs(folder.path(name)), random_ksat(50, 450, 4, 3));
  }
}

TEST(GenerateKsat, RefusesWhatMakesNoFormula) {
  const TempFolder folder;
  const std::pair<const char*, const char*> cases[] = {
      {"--n 10", "expected either alpha or clauses, got neither"},
      {"--n 10 --alpha 4 --clauses 4", "got both"},
      {"--n 2 --k 3 --alpha 4", "K"},
      {"--n 1000000000 --alpha 1000000", "literals"},
  };
  for (const auto& [flags, sentence] : cases) {
    const Outcome outcome = run_bitbasin(std::string("generate ksat --out a.cnf ") + flags, folder.path());
    EXPECT_TRUE(outcome.is_error_about(sentence)) << flags << "\n" << outcome;
  }
  EXPECT_EQ(folder.count_files(), 0);
}

TEST(Generate, TellsPeopleWhatItDidUnlessQuiet) {
  const TempFolder folder;
  const Outcome told = run_bitbasin("generate ksat --n 10 --alpha 4 --out a.cnf", folder.path());
  EXPECT_EQ(told.out, "wrote 40 clauses of 3 literals over 10 variables (alpha 4.0000, seed 1) to a.cnf\n");
  EXPECT_EQ(told.err, "");
  EXPECT_EQ(run_bitbasin("generate ksat --n 10 --alpha 4 --out a.cnf --quiet", folder.path()).out, "");
}

TEST(GenerateImages, WritesADataSet) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin(
      "generate images --classes 4 --train 30 --test 7 --size 9 --out a/b --seed 3 --json", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_EQ(outcome.json()["path"], "a/b");
  EXPECT_EQ(outcome.json()["classes"], 4);
  const DataSet set = read_data_set(folder.path("a/b"));
  EXPECT_EQ(set.train.size(), 30);
  EXPECT_EQ(set.test.size(), 7);
  EXPECT_EQ(set.train.rows, 9);
  EXPECT_EQ(set.train.pixels, random_glyphs({4, 30, 7, 9, 3, 1}, 3).train.pixels);
  folder.add("file", "");
  EXPECT_TRUE(run_bitbasin("generate images --out file/x", folder.path()).is_error_about("file/x"));
}

}  // namespace
}  // namespace bitbasin::command_generate_test
