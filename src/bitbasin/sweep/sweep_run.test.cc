// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_run.h"

#include <gmock/gmock.h>

#include <thread>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/ranks/memory_network.test.h"
#include "bitbasin/store/rows.test.h"
#include "bitbasin/sweep/estimate.h"
#include "bitbasin/sweep/sweep_file.h"
#include "bitbasin/sweep/sweep_rank.h"
#include "bitbasin/sweep/task_pool.h"

namespace bitbasin::sweep_run_test {
namespace {

// Some of every kind, with an interval and a failure.
constexpr const char* kMixed = R"(
[[sweep]]
kind = "solve perceptron"
n = 31
alpha = [0.5, 0.8]
algorithm = ["sbpi", "sbpi:nosuch=1"]
budget = 20000
interval = 0.5
min_instances = 4
max_instances = 12
[[sweep]]
kind = "solve ksat"
n = 30
alpha = 3
algorithm = "probsat"
instances = 10
[[sweep]]
kind = "theory equilibrium"
alpha = "0.1:0.5:5"
)";

std::vector<std::string> run_alone(const std::string& text, int threads) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  RunControl control;
  const SweepEnd end = run_sweep(parse_sweep("a.toml", text), store, {threads, false, nullptr, {}}, control);
  EXPECT_EQ(end.remaining, 0u);
  EXPECT_EQ(store.counts().tasks, end.tasks);
  EXPECT_EQ(store.counts().failed, end.failed);
  return rows_of(store);
}

struct RankedRun {
  std::vector<std::string> rows;
  SweepEnd end;
};

RankedRun run_on_ranks(const std::string& text, int ranks, RunLimits limits = {}) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  MemoryNetwork network(ranks);
  std::vector<std::thread> others;
  for (int r = 1; r < ranks; ++r) {
    others.emplace_back([&network, r] {
      RunControl control;
      serve_sweep(network.rank(r), 2, control);
    });
  }
  RunControl control(limits);
  const Transport transport = network.rank(0);
  RankedRun run;
  run.end = run_sweep(parse_sweep("a.toml", text), store, {1, false, &transport, {}}, control);
  for (std::thread& other : others) other.join();
  run.rows = rows_of(store);
  return run;
}

TEST(SweepThreads, GiveTheSameRowsAsOne) {
  const auto alone = run_alone(kMixed, 1);
  EXPECT_GT(alone.size(), 25u);
  for (const int threads : {2, 4}) EXPECT_EQ(run_alone(kMixed, threads), alone);
}

TEST(SweepRanks, GiveTheSameRowsAsOneThread) {
  const auto alone = run_alone(kMixed, 1);
  for (const int ranks : {2, 3, 5}) {
    const RankedRun run = run_on_ranks(kMixed, ranks);
    EXPECT_EQ(run.rows, alone) << ranks;
    EXPECT_EQ(run.end.remaining, 0u);
  }
}

// Hard problems without a budget: they end only when they are stopped.
constexpr const char* kEndless = R"(
[[sweep]]
kind = "solve ksat"
n = 200
alpha = 6
algorithm = "probsat:flips=1000000000000"
instances = 10
[[sweep]]
kind = "theory equilibrium"
alpha = "0.1:0.5:50"
)";

TEST(SweepRanks, StopInGoodOrderAndKeepWhatIsFinished) {
  RunLimits limits;
  limits.seconds = 0.3;
  const RankedRun run = run_on_ranks(kEndless, 3, limits);
  EXPECT_GT(run.end.remaining, 0u);
  EXPECT_EQ(run.end.done + run.end.remaining, 60u);
  EXPECT_EQ(run.rows.size(), run.end.done);
}

TEST(SweepThreads, StopInGoodOrderAndGoOnLater) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  const SweepPlan plan = parse_sweep("a.toml", kMixed);
  std::atomic<bool> cancelled = false;
  RunLimits limits;
  limits.cancelled = &cancelled;
  RunControl first(limits);
  const SweepSetup stopping{1, false, nullptr, [&](const Scheduler& s) { cancelled = s.done() > 3; }};
  const SweepEnd stopped = run_sweep(plan, store, stopping, first);
  EXPECT_EQ(first.stop_reason(), StopReason::cancelled);
  EXPECT_EQ(store.counts().tasks, stopped.done + stopped.failed);
  RunControl second;
  const SweepEnd end = run_sweep(plan, store, {2, false, nullptr, {}}, second);
  EXPECT_EQ(end.known_before, stopped.done + stopped.failed);
  EXPECT_EQ(end.remaining, 0u);
  EXPECT_EQ(rows_of(store), run_alone(kMixed, 1));
  RunControl third;
  EXPECT_EQ(run_sweep(plan, store, {2, false, nullptr, {}}, third).known_before, end.tasks);
  EXPECT_EQ(store.counts().runs, 2u);  // the third had nothing to do and left no trace
  SweepSetup recorded{2, false, nullptr, {}};
  recorded.always_recorded = true;
  RunControl fourth;
  EXPECT_EQ(run_sweep(plan, store, recorded, fourth).known_before, end.tasks);
  EXPECT_EQ(store.counts().runs, 3u);
}

TEST(SweepThreads, TwoSweepsShareAStore) {
  const TempFolder folder;
  const std::string path = folder.path("runs.db");
  const auto sweep = [&path] {
    Store store = Store::open(path);
    RunControl control;
    return run_sweep(parse_sweep("a.toml", kMixed), store, {1, false, nullptr, {}}, control).remaining;
  };
  std::uint64_t remaining = 1;
  std::thread other([&] { remaining = sweep(); });
  EXPECT_EQ(sweep(), 0u);
  other.join();
  EXPECT_EQ(remaining, 0u);
  EXPECT_EQ(rows_of(path), run_alone(kMixed, 1));
}

TEST(TaskPool, RunsWhatItIsOffered) {
  const SweepPlan plan = parse_sweep("a.toml", kMixed);
  TaskPool pool(plan, 3);
  for (std::uint64_t i = 0; i < 20; ++i) pool.offer({0, i});
  std::vector<bool> seen(20);
  while (pool.held() > 0) {
    for (const FinishedTask& task : pool.take(10)) {
      EXPECT_FALSE(task.stopped);
      seen[task.ref.instance] = true;
    }
  }
  EXPECT_EQ(std::ranges::count(seen, true), 20);
}

TEST(TaskPool, StopsTasksThatNeverEnd) {
  const SweepPlan plan = parse_sweep("a.toml", kEndless);
  TaskPool pool(plan, 2);
  for (std::uint64_t i = 0; i < 10; ++i) pool.offer({0, i});
  EXPECT_TRUE(pool.take(0.05).empty());
  pool.stop();
  for (const FinishedTask& task : pool.take(0)) EXPECT_TRUE(task.stopped);
  EXPECT_EQ(pool.held(), 0u);
}

TEST(SweepEstimate, AsksTheStoreFirst) {
  const TempFolder folder;
  Store store = Store::open(folder.path("runs.db"));
  const SweepPlan plan = parse_sweep("a.toml", R"(
[[sweep]]
kind = "solve perceptron"
n = [31, 51, 1001]
alpha = 0.3
algorithm = "sbpi"
[[sweep]]
kind = "solve ksat"
n = 30
alpha = 2
algorithm = ["probsat", "probsat:nosuch=1"]
[[sweep]]
kind = "solve perceptron"
n = 31
alpha = 0.3
algorithm = "cpr"
device = "cuda"
)");
  FinishedTask stored = run_task_at(plan, {0, 0}, {});
  stored.row.identity = "another seed";
  stored.row.seconds = 77;
  store.add(std::vector{stored.row}, store.add_run({}));
  const Scheduler scheduler(plan, [&](const std::string& id) { return store.find(id); });
  using Source = CellEstimate::Source;
  const auto estimates = estimate_cells(plan, scheduler.cells(), &store, {});
  EXPECT_EQ(estimates[0].source, Source::stored);
  EXPECT_EQ(estimates[0].seconds, 77);
  EXPECT_EQ(estimates[1].source, Source::stored);
  EXPECT_EQ(estimates[2].source, Source::measured);  // 31 says nothing about 1001
  EXPECT_LT(estimates[2].seconds, 77);
  EXPECT_EQ(estimates[3].source, Source::measured);
  EXPECT_EQ(estimates[4].source, Source::unknown);
  EXPECT_EQ(estimates[5].source, Source::unknown);  // it failed
  EXPECT_EQ(estimate_cells(plan, scheduler.cells(), nullptr, {})[0].source, Source::measured);
  EXPECT_EQ(estimate_cells(plan, scheduler.cells(), nullptr, {}, 0)[0].source, Source::at_least);
}

}  // namespace
}  // namespace bitbasin::sweep_run_test
