// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_walk_test {
namespace {

using ::testing::HasSubstr;

TEST(WalkPerceptron, LeavesADenseRegion) {
  const Outcome outcome =
      run_bitbasin("walk perceptron --n 501 --alpha 0.4 --task teacher --algorithm rbp --points 8 --json");
  ASSERT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["points"].size(), 8u);
  const auto &first = json["points"].front(), &last = json["points"].back();
  EXPECT_EQ(first["distance"], 0.0);
  EXPECT_GT(last["distance"], 0.1);
  EXPECT_GT(first["density"], last["density"]);  // figure B of the paper
  EXPECT_LT(first["test_error"], last["test_error"]);
  EXPECT_EQ(json["end_errors"], 0);
  EXPECT_EQ(last["proposals"], 50100);
}

TEST(WalkPerceptron, SameSeedSameWalk) {
  const std::string line = "walk perceptron --n 301 --alpha 0.3 --points 5 --sweeps 3";
  EXPECT_EQ(run_bitbasin(line + " --threads 1").out, run_bitbasin(line + " --threads 2 --simd scalar").out);
}

TEST(WalkPerceptron, StartsAtAGivenSolutionOnly) {
  const TempFolder folder;
  folder.add("p.txt", "1 1\n1 1 -1\n1 -1 1\n");
  folder.add("good.txt", "1 1 1\n");
  folder.add("bad.txt", "-1 1 1\n");
  folder.add("short.txt", "1 1\n");
  const auto walk = [&](const std::string& flags) {
    return run_bitbasin("walk perceptron --input p.txt --sweeps 2 " + flags, folder.path());
  };
  EXPECT_EQ(walk("--solution good.txt").code, 0);
  EXPECT_EQ(walk("--solution bad.txt").code, 1);
  EXPECT_THAT(walk("--solution bad.txt").out, HasSubstr("a walk starts from a solution"));
  EXPECT_THAT(walk("--solution short.txt").err, HasSubstr("expected 3 weights"));
  EXPECT_THAT(walk("--teacher").err, HasSubstr("no teacher"));
  EXPECT_THAT(walk("--solution good.txt --algorithm rbp").err, HasSubstr("expected only one of --solution"));
}

}  // namespace
}  // namespace bitbasin::command_walk_test
