// SPDX-License-Identifier: Apache-2.0
// `bitbasin sweep` on several ranks.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "bitbasin/cmd/mpirun.test.h"
#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/cmd/sweeps.test.h"

namespace bitbasin::command_sweep_mpi_test {
namespace {

using ::testing::HasSubstr;

TEST(CommandSweepMpi, AnyNumberOfRanksGivesTheSameRows) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const auto whole = rows_of_a_whole_run(kMany);
  for (const int ranks : {2, 3, 4}) {
    const TempFolder folder;
    folder.add("a.toml", kMany);
    const Outcome run = run_shell(
        fmt::format("{} -n {} bitbasin sweep a.toml --store runs.db --json", kMpirun, ranks), folder.path());
    EXPECT_EQ(run.code, 0) << run;
    EXPECT_EQ(run.json()["ranks"], ranks);
    EXPECT_EQ(run.json()["done"], 420);
    EXPECT_EQ(rows_of(folder.path("runs.db")), whole) << ranks;
  }
}

TEST(CommandSweepMpi, ARankThatDiesEndsTheJobAndARerunCompletes) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("a.toml", kMany);
  // Rank 1 kills itself as soon as there are results.
  folder.add("rank", R"sh(
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
  (until test "$(stat -c %s runs.db-wal 2> /dev/null || echo 0)" -gt 100000; do sleep 0.1; done; kill -9 $$) &
fi
exec bitbasin sweep a.toml --store runs.db
)sh");
  const Outcome died = run_shell(fmt::format("{} -n 3 sh rank", kMpirun), folder.path());
  EXPECT_NE(died.code, 0);
  EXPECT_THAT(died.err, HasSubstr("rank 1")) << died;
  const auto kept = rows_of(folder.path("runs.db"));
  EXPECT_GT(kept.size(), 0u);
  const Outcome rerun =
      run_shell(fmt::format("{} -n 2 bitbasin sweep a.toml --store runs.db --json", kMpirun), folder.path());
  EXPECT_EQ(rerun.code, 0) << rerun;
  EXPECT_EQ(rerun.json()["known_before"], kept.size());
  EXPECT_EQ(rows_of(folder.path("runs.db")), rows_of_a_whole_run(kMany));
}

TEST(CommandSweepMpi, TimeLimitEndsAllRanks) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("a.toml", kEndless);
  const Outcome run =
      run_shell(fmt::format("{} -n 3 bitbasin sweep a.toml --store runs.db --json --time-limit 0.8", kMpirun),
                folder.path());
  EXPECT_EQ(run.code, 1) << run;
  expect_stopped(folder, run, "time_limit");
}

// Output that is the same on every rank is printed once.
TEST(CommandSweepMpi, OnlyRankZeroPrints) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("a.toml", run_bitbasin("sweep --example").out);
  const auto on_ranks = [&](const std::string& arguments) {
    return run_shell(fmt::format("{} -n 3 bitbasin {}", kMpirun, arguments), folder.path());
  };
  const Outcome plan = on_ranks("sweep a.toml --dry-run --json");
  EXPECT_EQ(plan.code, 0) << plan;
  EXPECT_EQ(plan.json()["tasks"], 60);
  for (const char* same : {"sweep --example", "--help", "sweep --help", "--version", "help sweep"}) {
    const Outcome outcome = on_ranks(same);
    EXPECT_EQ(outcome.code, 0) << same << outcome;
    EXPECT_EQ(outcome.out, run_bitbasin(same).out) << same;
  }
  for (const char* wrong : {"sweep --nosuch", "sweep a.toml --threads x", "nosuch"}) {
    const Outcome outcome = on_ranks(wrong);
    EXPECT_EQ(outcome.code, 2) << wrong << outcome;
    EXPECT_EQ(outcome.lines_of_ours(), 1) << wrong << outcome;
  }
}

// Whatever error rank 0 has, the job ends with its sentence and exit code, and no rank waits for it.
TEST(CommandSweepMpi, ARankZeroThatFailsEndsTheJob) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("a.toml", kMany);
  folder.add("wrong.toml", "[[sweep]]\nkind = \"solve perceptron\"\n  alhpa = 0.5\n");
  for (const char* arguments : {"a.toml --store no/such.db", "none.toml --store runs.db",
                                "wrong.toml --store runs.db", "a.toml", "a.toml --store runs.db --seed 2"}) {
    const Outcome outcome = run_shell(
        fmt::format("export OMPI_MCA_orte_abort_on_non_zero_status=0; {} --timeout 60 -n 3 bitbasin sweep {}",
                    kMpirun, arguments),
        folder.path());
    EXPECT_EQ(outcome.code, 2) << arguments << outcome;
    EXPECT_EQ(outcome.lines_of_ours(), 1) << arguments << outcome;
    EXPECT_EQ(outcome.out, "");
  }
  EXPECT_FALSE(std::filesystem::exists(folder.path("runs.db")));
}

TEST(CommandSweepMpi, AFullDiskEndsTheJob) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  const TempFolder folder;
  folder.add("a.toml", kMany);
  folder.add("rank", "trap '' XFSZ; ulimit -f 400; exec bitbasin sweep a.toml --store runs.db\n");
  const Outcome full = run_shell(fmt::format("{} --timeout 60 -n 3 sh rank", kMpirun), folder.path());
  EXPECT_EQ(full.code, 2) << full;
  EXPECT_EQ(full.lines_of_ours(), 1) << full;
  EXPECT_THAT(full.err, HasSubstr("results stored before are safe"));
  EXPECT_EQ(sweep(folder, "a.toml --store runs.db").code, 0);
  EXPECT_EQ(rows_of(folder.path("runs.db")), rows_of_a_whole_run(kMany));
}

TEST(CommandSweepMpi, ARankThatFailsEndsTheJobWithItsSentence) {
  if (!has_mpirun()) GTEST_SKIP() << "mpirun or the module for it is missing";
  if (*BITBASIN_SANITIZE != '\0') GTEST_SKIP() << "sanitizers need more addresses than this leaves";
  const TempFolder folder;
  folder.add("a.toml", kEndless);
  // Rank 1 has no room for the stacks of its threads.
  folder.add("rank", R"sh(
if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then
  ulimit -v 6000000
  exec bitbasin sweep a.toml --store runs.db --threads 1000
fi
exec bitbasin sweep a.toml --store runs.db
)sh");
  const Outcome failed = run_shell(fmt::format("{} --timeout 60 -n 3 sh rank", kMpirun), folder.path());
  EXPECT_EQ(failed.code, 2) << failed;
  EXPECT_EQ(failed.lines_of_ours(), 1) << failed;
  EXPECT_THAT(failed.err, HasSubstr("bitbasin: rank 1: cannot start 1000 threads"));
}

TEST(CommandSweepMpi, AMissingModuleIsOneSentence) {
  const TempFolder folder;
  folder.add("a.toml", kMany);
  EXPECT_EQ(run_shell("cp \"$(command -v bitbasin)\" ./alone", folder.path()).code, 0);
  const Outcome run = run_shell("OMPI_COMM_WORLD_SIZE=2 ./alone sweep a.toml --store runs.db", folder.path());
  EXPECT_TRUE(run.is_error_about("cannot run under mpirun without libbitbasin_mpi.so")) << run;
  EXPECT_EQ(run_shell("./alone sweep a.toml --store runs.db --quiet", folder.path()).code, 0);
}

}  // namespace
}  // namespace bitbasin::command_sweep_mpi_test
