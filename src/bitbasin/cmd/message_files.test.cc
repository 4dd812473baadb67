// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/message_files.h"

#include <gmock/gmock.h>

#include <algorithm>

#include "bitbasin/base/split.h"
#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::message_files_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count(text, '\n'));
}

TEST(MessageFiles, ATraceHasALineForEachIterationAndChangesNothing) {
  for (const char* spec :
       {"rbp", "auto", "fbp", "fbp:protocol=standard", "rms", "edmc", "sbpi", "cpr", "sa"}) {
    const TempFolder folder;
    const std::string command =
        std::string("solve perceptron --n 301 --alpha 0.5 --json --algorithm ") + spec;
    const Outcome traced = run_bitbasin(command + " --save a.txt --trace run.csv", folder.path());
    ASSERT_EQ(traced.code, 0) << spec << traced;
    const Outcome plain = run_bitbasin(command + " --save b.txt", folder.path());
    EXPECT_EQ(file_bytes(folder.path("a.txt")), file_bytes(folder.path("b.txt"))) << spec;
    EXPECT_EQ(traced.json()["iterations"], plain.json()["iterations"]) << spec;
    const std::string csv = file_bytes(folder.path("run.csv"));
    EXPECT_THAT(csv, StartsWith("iteration,restart,reinforcement,gamma,y,margin,errors,overlap,")) << spec;
    EXPECT_EQ(lines_of(csv), 1 + traced.json()["iterations"].get<std::size_t>()) << spec;
    EXPECT_EQ(run_bitbasin("report --trace run.csv", folder.path()).code, 0) << spec;
    EXPECT_THAT(file_bytes(folder.path("trace.svg")), StartsWith("<svg")) << spec;
  }
}

TEST(MessageFiles, TheLastLineIsTheSolution) {
  const TempFolder folder;
  ASSERT_EQ(run_bitbasin("solve committee --units 3 --n 101 --alpha 0.4 --algorithm fbp --trace run.csv",
                         folder.path())
                .code,
            0);
  const std::string csv = file_bytes(folder.path("run.csv"));
  const auto lines = split(csv, '\n');
  const auto last = split(lines[lines.size() - 2], ',');
  ASSERT_EQ(last.size(), 12u);
  EXPECT_EQ(last[6], "0");
  const double overlap = std::stod(std::string(last[7])), distance = std::stod(std::string(last[8]));
  EXPECT_GT(overlap, 0.5);
  EXPECT_LT(overlap, 1);
  EXPECT_GT(distance, 0);
  EXPECT_LT(distance, 0.5);
}

TEST(MessageFiles, ARunThatIsStoppedLeavesItsTraceAndItsFields) {
  const TempFolder folder;
  const Outcome stopped = run_bitbasin(
      "solve perceptron --n 301 --alpha 0.75 --budget 2260 --trace run.csv --save-messages fields.txt",
      folder.path());
  EXPECT_EQ(stopped.code, 1) << stopped;
  EXPECT_EQ(lines_of(file_bytes(folder.path("run.csv"))), 11u);
  EXPECT_EQ(lines_of(file_bytes(folder.path("fields.txt"))), 301u);
}

TEST(MessageFiles, GoesOnFromWhereARunHasEnded) {
  const TempFolder folder;
  const std::string instance = "solve perceptron --n 1001 --alpha 0.7 --json";
  const auto iterations = [&](const std::string& flags) {
    return run_bitbasin(instance + flags, folder.path()).json()["iterations"].get<int>();
  };
  const int whole = iterations(" --save-messages fields.txt");
  // The fields are those of a solution, and reinforced they stay there.
  EXPECT_LT(iterations(" --algorithm rbp:start=0.5 --start fields.txt"), whole / 20);
  EXPECT_LT(iterations(" --algorithm fbp:protocol=scoping,start=1 --start fields.txt"), whole / 20);
}

TEST(MessageFiles, SayWhatTheyExpect) {
  const TempFolder folder;
  folder.add("short.txt", "1\n2\n");
  const auto error = [&](const std::string& flags) {
    const Outcome outcome = run_bitbasin("solve perceptron --n 11 --alpha 0.3 " + flags, folder.path());
    EXPECT_EQ(outcome.code, 2) << outcome;
    return outcome.err;
  };
  EXPECT_THAT(error("--start short.txt"), HasSubstr("expected 11 fields"));
  EXPECT_THAT(error("--start none.txt"), HasSubstr("none.txt"));
  EXPECT_THAT(error("--algorithm rms --start short.txt"), HasSubstr("rbp, auto, fbp with --start"));
  EXPECT_THAT(error("--algorithm cpr --save-messages f.txt"), HasSubstr("--save-messages"));
}

}  // namespace
}  // namespace bitbasin::message_files_test
