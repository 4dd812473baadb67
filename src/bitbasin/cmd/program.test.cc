// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/program.h"

#include <gmock/gmock.h>

#include "bitbasin/base/version.h"
#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::program_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(Program, PrintsItsVersion) {
  const std::string commit = source_commit();
  EXPECT_EQ(run_bitbasin("--version").out,
            fmt::format("bitbasin {}{}\n", version(), commit.empty() ? "" : " (commit " + commit + ")"));
  const Outcome json = run_bitbasin("--version --json");
  EXPECT_EQ(json.code, 0);
  EXPECT_EQ(json.json()["version"], version());
  EXPECT_EQ(json.json()["commit"], commit.empty() ? Json() : Json(commit));
  EXPECT_EQ(run_bitbasin("--json --version").json()["name"], "bitbasin");
}

TEST(Program, HelpHasDescriptionDefaultsAndExamples) {
  for (const char* command :
       {"", "generate", "generate perceptron", "check ksat", "bench", "completion", "help"}) {
    const Outcome help = run_bitbasin(std::string(command) + " --help");
    EXPECT_EQ(help.code, 0) << help;
    EXPECT_EQ(help.err, "");
    EXPECT_THAT(help.out, StartsWith("bitbasin"));
    EXPECT_THAT(help.out, HasSubstr("\nUsage: bitbasin"));
    EXPECT_THAT(help.out, HasSubstr("\nExamples:\n  ")) << command;
    EXPECT_EQ(run_bitbasin(std::string(command) + " -h").out, help.out);
  }
  EXPECT_THAT(run_bitbasin("generate ksat --help").out,
              HasSubstr("literals per clause (whole number from 1 to 100;"));
}

TEST(Program, EveryCommandHasTheCommonFlags) {
  for (const char* command : {"generate perceptron", "generate ksat", "check perceptron", "check ksat",
                              "bench", "completion", "help"}) {
    const std::string help = run_bitbasin(std::string(command) + " --help").out;
    for (const char* flag :
         {"--seed N", "--threads N", "--json", "--quiet", "--time-limit X", "--simd auto|"}) {
      EXPECT_THAT(help, HasSubstr(flag)) << command;
    }
  }
}

struct BadUsage {
  const char* arguments;
  const char* sentence;
};

TEST(Program, UsageErrorsAreOneSentence) {
  const BadUsage cases[] = {
      {"", "help), got none; see bitbasin --help"},
      {"gnerate", "got 'gnerate'; did you mean generate?"},
      {"gnerate perceptron --n 5", "got 'gnerate'; did you mean generate?"},
      {"--sed 1", "expected a flag of bitbasin, got '--sed'; see bitbasin --help"},
      {"generate", "expected a command of bitbasin generate (perceptron, committee, ksat, images), got none"},
      {"generate ksta", "did you mean ksat?"},
      {"generate ksat --alhpa 4",
       "expected a flag of bitbasin generate ksat, got '--alhpa'; did you mean --alpha?"},
      {"generate ksat --alhpa=4", "got '--alhpa'; did you mean --alpha?"},
      {"generate ksat -x", "got '-x'; see bitbasin generate ksat --help"},
      {"generate ksat --alpha 4", "--out is required by bitbasin generate ksat"},
      {"generate ksat file.cnf", "expected only flags after bitbasin generate ksat, got 'file.cnf'"},
      {"generate ksat --n", "expected a value after --n, got none"},
      {"generate ksat --n 5 --n 6", "expected --n only once, got it 2 times"},
      {"generate ksat --n 5.5", "--n: expected a whole number from 1 to 1073741824, got '5.5'"},
      {"generate ksat --n --json", "got '--json'"},
      {"generate ksat --n ''", "got ''"},
      {"generate ksat --alpha nan", "--alpha: expected a number above 0 or auto, got 'nan'"},
      {"generate ksat --out --json", "expected a file name after --out, got '--json'"},
      {"generate perceptron --task guess", "--task: expected one of classify|teacher; got 'guess'"},
      {"bench --json=yes", "expected --json without a value, got one"},
      {"bench --threads 0", "--threads: expected a whole number from 1 to 1024 or auto, got '0'"},
      {"bench --time-limit 0", "--time-limit: expected a number above 0, got '0'"},
      {"bench --seed -1", "--seed: expected a whole number of at least 0, got '-1'"},
      {"bench --simd mmx", "mmx"},
      {"help nosuch", "expected a command of bitbasin, got 'nosuch'"},
      {"check ksat --cnf a", "--solution is required by bitbasin check ksat"},
  };
  for (const BadUsage& bad : cases) {
    const Outcome outcome = run_bitbasin(bad.arguments);
    EXPECT_TRUE(outcome.is_error_about(bad.sentence)) << bad.arguments << ": " << bad.sentence << "\n"
                                                      << outcome;
  }
}

TEST(Program, ErrorsLeaveStandardOutputEmptyWithJsonToo) {
  EXPECT_TRUE(run_bitbasin("check ksat --json --cnf nosuch --solution nosuch").is_error_about("nosuch"));
  EXPECT_TRUE(run_bitbasin("generate ksat --json --n 5").is_error_about("--out"));
}

TEST(Program, ErrorsStayOneLineWhateverTheFileName) {
  EXPECT_TRUE(run_shell("bitbasin check ksat --cnf \"$(printf 'a\\nb\\033[1mc')\" --solution b")
                  .is_error_about("a?b?[1mc"));
}

TEST(Program, FullOutputIsAnError) {
  for (const char* command : {"--version", "--help", "help --json", "completion bash"}) {
    const Outcome outcome = run_bitbasin(std::string(command) + " >/dev/full");
    EXPECT_TRUE(outcome.is_error_about("cannot write to standard output:")) << command << outcome;
  }
  EXPECT_EQ(run_bitbasin("--version >&-").code, 2);
}

TEST(Program, RunsWithoutAnyArgumentVector) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(run_program({}), 2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("expected a command of bitbasin"));
}

}  // namespace
}  // namespace bitbasin::program_test
