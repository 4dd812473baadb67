// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <SQLiteCpp/Database.h>
#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>

#include "bitbasin/base/version.h"
#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/cmd/sweeps.test.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/store/rows.test.h"

namespace bitbasin::command_sweep_test {
namespace {

using ::testing::HasSubstr;

TEST(CommandSweep, RunsAndSaysWhatItDid) {
  const TempFolder folder;
  folder.add("a.toml", run_bitbasin("sweep --example").out);
  const auto plan = sweep(folder, "a.toml --dry-run --json").json();
  EXPECT_EQ(plan["tasks"], 60);
  EXPECT_EQ(plan["remaining"], 60);
  EXPECT_EQ(plan["cells"][0]["source"], "measured");
  EXPECT_GT(plan["estimated_seconds"], 0);
  EXPECT_FALSE(std::filesystem::exists(folder.path("runs.db")));

  const Outcome first = sweep(folder, "a.toml --store runs.db --threads 2 --json");
  EXPECT_EQ(first.code, 0) << first;
  EXPECT_EQ(first.json()["done"], 60);
  EXPECT_EQ(first.json()["failed"], 0);
  EXPECT_EQ(first.json()["remaining"], 0);
  EXPECT_EQ(first.json()["known_before"], 0);
  EXPECT_EQ(first.json()["cells"][0]["tried"], 10);
  const Outcome again = sweep(folder, "a.toml --store runs.db");
  EXPECT_EQ(again.code, 0);
  EXPECT_THAT(again.out, HasSubstr("60 tasks: 60 done, 0 failed, 0 remaining; 60 stored before"));
  const auto later = sweep(folder, "a.toml --store runs.db --dry-run --json").json();
  EXPECT_EQ(later["remaining"], 0);

  Store store = Store::read(folder.path("runs.db"));
  store.each_run([](std::int64_t, const RunRecord& run) {
    EXPECT_EQ(run.version, version());
    EXPECT_FALSE(run.commit.empty());
    EXPECT_FALSE(run.cpu.empty());
    EXPECT_EQ(run.threads, 2);
    EXPECT_EQ(run.file, "a.toml");
    EXPECT_THAT(run.plan, HasSubstr("solve perceptron"));
  });
}

TEST(CommandSweep, ExamplesCanBePlanned) {
  const std::string folder = BITBASIN_SOURCE_DIR "/examples";
  const Outcome plan = run_bitbasin("sweep capacity.toml --dry-run --json", folder);
  EXPECT_EQ(plan.code, 0) << plan;
  EXPECT_EQ(plan.json()["remaining"], 4 * 6 * 20 + 6);
  EXPECT_EQ(run_shell("sh -n slurm.sh", folder).code, 0);
}

// Every row equals the result of the command of its name with the same parameters.
TEST(CommandSweep, RowsAreWhatTheCommandsSay) {
  const TempFolder folder;
  folder.add("a.toml", R"(
[[sweep]]
kind = "solve perceptron"
n = 51
alpha = 0.5
task = "teacher"
algorithm = "cpr"
seed = 3
[[sweep]]
kind = "solve ksat"
n = 50
k = 4
alpha = 5
algorithm = "probsat"
[[sweep]]
kind = "entropy perceptron"
n = 51
alpha = 0.3
distances = "0.05,0.1"
[[sweep]]
kind = "theory equilibrium"
alpha = 0.5
)");
  ASSERT_EQ(sweep(folder, "a.toml --store runs.db").code, 0);
  const char* commands[] = {
      "solve perceptron --n 51 --alpha 0.5 --task teacher --algorithm cpr --seed 3 --json",
      "solve ksat --n 50 --k 4 --alpha 5 --algorithm probsat --json",
      "entropy perceptron --n 51 --alpha 0.3 --distances 0.05,0.1 --json",
      "theory equilibrium --alpha 0.5 --json",
  };
  std::map<std::string, Json> results;
  Store store = Store::read(folder.path("runs.db"));
  store.each_result([&](const ResultRow& row, std::int64_t) {
    results[row.kind] = Json::parse(row.result).value();
    EXPECT_EQ(row.work, results[row.kind].value("work", row.work));
  });
  for (const std::string command : commands) {
    const auto said = run_bitbasin(command).json();
    Json stored = results.at(command.substr(0, command.find(" --")));
    stored.erase("work");  // of the entropy; the command does not print it
    if (!said.contains("solved")) stored.erase("solved");
    if (command.starts_with("entropy")) stored.erase("solution");  // spelled out with every option there
    EXPECT_GE(stored.size(), 5u);
    for (const auto& [key, value] : stored.items()) EXPECT_EQ(said.at(key), value) << command << key;
  }
}

// The results of a sweep are those of the commands of the same names.
TEST(CommandSweep, TrainsNetworksAndWalksFromThem) {
  const TempFolder folder;
  ASSERT_EQ(run_bitbasin("generate images --out letters --train 300 --test 100", folder.path()).code, 0);
  folder.add("sweep.toml", R"(
[[sweep]]
kind = "train"
dataset = "letters"
features = "threshold"
k1 = 5
k2 = 20
epochs = 50
[[sweep]]
kind = "walk network"
dataset = "letters"
features = "threshold"
k1 = 5
k2 = 20
epochs = 50
)");
  const Outcome outcome = run_bitbasin("sweep sweep.toml --store runs.db", folder.path());
  ASSERT_EQ(outcome.code, 0) << outcome;
  Store store = Store::read(folder.path("runs.db"));
  std::vector<Json> results;
  store.each_result(
      [&](const ResultRow& row, std::int64_t) { results.push_back(Json::parse(row.result).value()); });
  ASSERT_EQ(results.size(), 2u);
  const auto trained =
      run_bitbasin("train --dataset letters --features threshold --k1 5 --k2 20 --epochs 50 --save m --json",
                   folder.path())
          .json();
  for (const char* key : {"n", "train_errors", "test_errors", "epochs", "learnt", "curve"}) {
    EXPECT_EQ(results[0][key], trained[key]) << key;
  }
  EXPECT_EQ(results[0]["unit_images"]["units"].size(), 5u);
  const auto walked = run_bitbasin("walk network m --sweeps 1 --points 20 --json", folder.path()).json();
  EXPECT_EQ(results[1]["points"], walked["points"]);
  EXPECT_EQ(results[1]["end_errors"], 0);
}

TEST(CommandSweep, KilledTwentyTimesItEndsWithTheSameRows) {
  const TempFolder folder;
  folder.add("a.toml", kMany);
  const std::string store = folder.path("runs.db"), log = store + "-wal";
  Stream stream(1, purpose("test.kill"));
  for (int i = 0; i < 20; ++i) {
    // When the log has grown by some bytes, and then a moment later.
    const auto before = size_of(log);
    const auto grown = uniform_below(stream, 40'000);
    const auto pause = std::chrono::microseconds(uniform_below(stream, 15'000));
    const Outcome killed = run_shell(
        "exec bitbasin sweep a.toml --store runs.db --threads 2", folder.path(),
        [&] {
          const auto now = size_of(log);
          if (now == before || (now > before && now < before + grown)) return false;
          std::this_thread::sleep_for(pause);
          return true;
        },
        SIGKILL);
    EXPECT_TRUE(killed.code == 128 + SIGKILL || killed.code == 0) << killed;
    EXPECT_EQ(killed.err, "");
  }
  const Outcome last = sweep(folder, "a.toml --store runs.db --json");
  EXPECT_EQ(last.code, 0) << last;
  EXPECT_EQ(last.json()["done"], 420);
  EXPECT_GT(last.json()["known_before"], 0);
  EXPECT_EQ(rows_of(store), rows_of_a_whole_run(kMany));
}

TEST(CommandSweep, SignalsAndTimeLimitsLeaveWhatIsFinished) {
  for (const int signal_number : {SIGINT, SIGTERM}) {
    const TempFolder folder;
    folder.add("a.toml", kEndless);
    const Outcome stopped = run_shell(
        "exec bitbasin sweep a.toml --store runs.db --json", folder.path(),
        [&] { return size_of(folder.path("runs.db-wal")) > 40'000; }, signal_number);
    EXPECT_EQ(stopped.code, 130) << stopped;
    EXPECT_GT(stopped.json()["done"], 0);
    expect_stopped(folder, stopped, "cancelled");
  }
  const TempFolder folder;
  folder.add("a.toml", kEndless);
  const Outcome limited = sweep(folder, "a.toml --store runs.db --json --time-limit 0.5");
  EXPECT_EQ(limited.code, 1);
  expect_stopped(folder, limited, "time_limit");
}

// As timeout(1) does to a program and its group.
TEST(CommandSweep, TwoSignalsAtOnceAreOne) {
  const TempFolder folder;
  folder.add("a.toml", kEndless);
  const Outcome stopped = run_shell(
      "bitbasin sweep a.toml --store runs.db --threads 2 --json & program=$!; "
      "until [ -s runs.db-wal ]; do sleep 0.01; done; kill -TERM $program; kill -INT $program; wait $program",
      folder.path());
  EXPECT_EQ(stopped.code, 130) << stopped;
  EXPECT_EQ(stopped.json()["stop_reason"], "cancelled");
}

TEST(CommandSweep, FailedTasksDoNotStopTheRest) {
  const TempFolder folder;
  folder.add("a.toml", R"(
[[sweep]]
kind = "solve perceptron"
n = [21, 22, 1073741823]
alpha = [0.5]
algorithm = ["sbpi", "sbpi:nosuch=1"]
instances = 3
)");
  const Outcome first = sweep(folder, "a.toml --store runs.db --json");
  EXPECT_EQ(first.code, 1) << first;
  EXPECT_EQ(first.json()["done"], 3);
  EXPECT_EQ(first.json()["failed"], 9);  // an even n, one too large for memory, an unknown option
  EXPECT_EQ(first.json()["remaining"], 0);
  const Outcome again = sweep(folder, "a.toml --store runs.db --json");
  EXPECT_EQ(again.code, 1);
  EXPECT_EQ(again.json()["known_before"], 12);
  EXPECT_EQ(sweep(folder, "a.toml --store runs.db --json --retry-failed").json()["known_before"], 3);
  const Outcome status = run_bitbasin("store status --store runs.db", folder.path());
  EXPECT_THAT(status.out, HasSubstr("12 tasks, 3 done, 9 failed"));
  EXPECT_THAT(status.out, HasSubstr("\nfailed: solve perceptron sbpi"));
}

TEST(CommandSweep, AFullDiskLosesNothing) {
  const TempFolder folder;
  folder.add("a.toml", kMany);
  const Outcome full =
      run_shell("trap '' XFSZ; ulimit -f 400; exec bitbasin sweep a.toml --store runs.db", folder.path());
  EXPECT_TRUE(full.is_error_about("results stored before are safe")) << full;
  const auto kept = rows_of(folder.path("runs.db"));
  EXPECT_LT(kept.size(), 420u);
  EXPECT_EQ(sweep(folder, "a.toml --store runs.db").code, 0);
  EXPECT_EQ(rows_of(folder.path("runs.db")), rows_of_a_whole_run(kMany));
}

TEST(CommandSweep, StoresThatCannotBeUsedEndInOneSentence) {
  const TempFolder folder;
  folder.add("a.toml", run_bitbasin("sweep --example").out);
  ASSERT_EQ(sweep(folder, "a.toml --store good.db").code, 0);
  const auto good = rows_of(folder.path("good.db"));
  {
    Store store = Store::open(folder.path("good.db"));
    store.database().exec("begin immediate");
    folder.add("b.toml", std::string(kMany));
    EXPECT_TRUE(sweep(folder, "b.toml --store good.db --lock-timeout 0.1")
                    .is_error_about("the store good.db is still locked by another process after 0.1 s"));
    store.database().exec("rollback");
  }
  EXPECT_EQ(rows_of(folder.path("good.db")), good);
  { Store::open(folder.path("new.db")).database().exec("pragma user_version = 7"); }
  EXPECT_TRUE(
      sweep(folder, "a.toml --store new.db").is_error_about("new.db has version 7, written by a newer"));
  std::string bytes = file_bytes(folder.path("good.db"));
  for (std::size_t i = 0; i < 4096; ++i) bytes[5 * 4096 + i] ^= '\x33';
  folder.add("bad.db", bytes);
  EXPECT_TRUE(sweep(folder, "a.toml --store bad.db").is_error_about("the store bad.db is damaged"));
  EXPECT_EQ(file_bytes(folder.path("bad.db")), bytes);
  folder.add("text.db", "this is a file of text and no store, and it is longer than a page header would be");
  EXPECT_TRUE(sweep(folder, "a.toml --store text.db").is_error_about("text.db is not a store"));
  EXPECT_TRUE(sweep(folder, "a.toml --store no/such.db").is_error_about("no/such.db"));
  EXPECT_TRUE(sweep(folder, "a.toml").is_error_about("--store is required"));
  EXPECT_TRUE(sweep(folder, "a.toml --store x.db --seed 2")
                  .is_error_about("the seed of a sweep belongs in its file"));
  EXPECT_TRUE(sweep(folder, "--store x.db").is_error_about("expected a sweep file"));
  EXPECT_TRUE(sweep(folder, "none.toml --store x.db").is_error_about("none.toml"));
  folder.add("wrong.toml", "[[sweep]]\nkind = \"solve perceptron\"\n  alhpa = 0.5\n");
  EXPECT_TRUE(sweep(folder, "wrong.toml --store x.db").is_error_about("wrong.toml:3:3: expected a key of"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("x.db")));
}

TEST(CommandSweep, TwoProcessesShareAStore) {
  const TempFolder folder;
  folder.add("a.toml", kMany);
  const Outcome both = run_shell(
      "bitbasin sweep a.toml --store runs.db --threads 1 --quiet & other=$!; bitbasin sweep a.toml --store "
      "runs.db --threads 1 --quiet && wait $other",
      folder.path());
  EXPECT_EQ(both.code, 0) << both;
  EXPECT_EQ(rows_of(folder.path("runs.db")), rows_of_a_whole_run(kMany));
}

}  // namespace
}  // namespace bitbasin::command_sweep_test
