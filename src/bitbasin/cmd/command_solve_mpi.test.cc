// SPDX-License-Identifier: Apache-2.0
// `bitbasin solve perceptron` on several ranks.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "bitbasin/cmd/mpirun.test.h"
#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::command_solve_mpi_test {
namespace {

using ::testing::HasSubstr;

TEST(CommandSolveMpi, AnyNumberOfRanksGivesTheSameWeights) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  const std::string solve = "bitbasin solve perceptron --n 201 --alpha 0.6 --algorithm rbp:rate=0.01 --json";
  const Outcome alone = run_shell(solve + " --save 1.txt", folder.path());
  for (const int ranks : {2, 3, 4}) {
    const Outcome several =
        run_shell(fmt::format("{} -n {} {} --save {}.txt", kMpirun, ranks, solve, ranks), folder.path());
    EXPECT_EQ(several.code, 0) << several;
    EXPECT_EQ(several.json()["ranks"], ranks);
    EXPECT_EQ(several.json()["iterations"], alone.json()["iterations"]);
    EXPECT_EQ(run_shell(fmt::format("cmp 1.txt {}.txt", ranks), folder.path()).code, 0);
  }
}

TEST(CommandSolveMpi, WhateverGoesWrongIsOneSentence) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  for (const char* wrong : {"perceptron --n 200 --alpha 0.6", "perceptron --input none.txt",
                            "perceptron --n 201 --alpha 0.6 --algorithm cpr", "ksat --n 100 --k 3 --alpha 3",
                            "perceptron --n 201 --alpha 0.6 --save no/such.txt"}) {
    const Outcome outcome =
        run_shell(fmt::format("{} --timeout 60 -n 3 bitbasin solve {}", kMpirun, wrong), folder.path());
    EXPECT_EQ(outcome.code, 2) << wrong << outcome;
    EXPECT_EQ(outcome.lines_of_ours(), 1) << wrong << outcome;
    EXPECT_EQ(outcome.out, "") << wrong;
  }
}

TEST(CommandSolveMpi, ARankThatDiesEndsTheJob) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("rank", R"sh(
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then (sleep 0.5; kill -9 $$) & fi
exec bitbasin solve perceptron --n 2001 --alpha 0.9 --algorithm rbp:rate=1e-6
)sh");
  const Outcome died = run_shell(fmt::format("{} --timeout 60 -n 2 sh rank", kMpirun), folder.path());
  EXPECT_NE(died.code, 0);
  EXPECT_THAT(died.err, HasSubstr("rank 1")) << died;
}

TEST(CommandSolveMpi, TheTimeLimitLeavesTheBestSoFar) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  const Outcome run =
      run_shell(fmt::format("{} --timeout 60 -n 2 bitbasin solve perceptron --n 201 --alpha 0.9 "
                            "--algorithm rbp:rate=1e-6 --time-limit 0.3 --json --save best.txt",
                            kMpirun),
                folder.path());
  EXPECT_EQ(run.code, 1) << run;
  EXPECT_EQ(run.json()["stop_reason"], "time_limit");
  EXPECT_TRUE(std::filesystem::exists(folder.path("best.txt")));
}

}  // namespace
}  // namespace bitbasin::command_solve_mpi_test
