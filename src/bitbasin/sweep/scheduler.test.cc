// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/scheduler.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "bitbasin/base/statistics.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin::scheduler_test {
namespace {

using Results = std::map<std::string, KnownResult>;

SweepPlan plan_with(const std::string& rule) {
  return parse_sweep("a.toml",
                     "[[sweep]]\nkind = \"solve perceptron\"\nn = 21\nalpha = [0.2, 0.4, 0.6]\n" + rule);
}

// A task's made-up result: a coin flip that depends only on the task; at alpha = 0.4 all are solved.
bool imagined(const SweepPlan& plan, const TaskRef& ref) {
  Stream stream(ref.instance, purpose("test.sweep"), ref.cell);
  return plan.cells[ref.cell].task.alpha() == 0.4 || coin(stream, 0.5);
}

// Runs a sweep with the given number of tasks under way at once, whose results arrive in any order.
Results run_imagined(const SweepPlan& plan, std::size_t at_once, Results store = {}) {
  Stream order(at_once, purpose("test.order"));
  Scheduler scheduler(plan, [&](const std::string& id) {
    const auto found = store.find(id);
    return found == store.end() ? std::optional<KnownResult>() : found->second;
  });
  std::vector<TaskRef> under_way;
  while (!scheduler.finished()) {
    while (under_way.size() < at_once) {
      const auto next = scheduler.next();
      if (!next) break;
      under_way.push_back(*next);
    }
    EXPECT_FALSE(under_way.empty());
    std::swap(under_way.back(), under_way[uniform_below(order, under_way.size())]);
    const TaskRef ref = under_way.back();
    under_way.pop_back();
    const KnownResult result{false, imagined(plan, ref)};
    EXPECT_TRUE(store.emplace(identity(task_at(plan, ref)), result).second) << "a task came twice";
    scheduler.complete(ref, result.failed, result.solved);
  }
  EXPECT_TRUE(under_way.empty());
  EXPECT_EQ(scheduler.tasks(), scheduler.done());
  return store;
}

std::set<std::string> keys_of(const Results& results) {
  std::set<std::string> keys;
  for (const auto& [key, value] : results) keys.insert(key);
  return keys;
}

TEST(Scheduler, TasksDoNotDependOnHowManyRunAtOnce) {
  for (const char* rule : {"instances = 7", "interval = 0.3\nmin_instances = 5\nmax_instances = 60"}) {
    const SweepPlan plan = plan_with(rule);
    const auto alone = keys_of(run_imagined(plan, 1));
    for (const std::size_t at_once : {2, 3, 10, 1000}) EXPECT_EQ(keys_of(run_imagined(plan, at_once)), alone);
  }
}

TEST(Scheduler, GoesOnFromAnyPartOfTheResults) {
  const SweepPlan plan = plan_with("interval = 0.3\nmin_instances = 5\nmax_instances = 60");
  const Results whole = run_imagined(plan, 2);
  Stream stream(1, purpose("test.part"));
  for (const double kept : {0.1, 0.5, 0.9, 1.0}) {
    Results part;
    for (const auto& entry : whole) {
      if (coin(stream, kept)) part.insert(entry);
    }
    EXPECT_EQ(keys_of(run_imagined(plan, 3, part)), keys_of(whole));
  }
}

TEST(Scheduler, ACellGrowsInBatchesUntilItsIntervalIsNarrow) {
  const SweepPlan plan = plan_with("interval = 0.3\nmin_instances = 5\nmax_instances = 60");
  Scheduler scheduler(plan, [](const std::string&) { return std::nullopt; });
  EXPECT_EQ(scheduler.tasks(), 15u);
  while (const auto ref = scheduler.next()) scheduler.complete(*ref, false, imagined(plan, *ref));
  EXPECT_TRUE(scheduler.finished());
  for (const CellState& cell : scheduler.cells()) {
    const auto width = [](std::uint64_t solved, std::uint64_t tried) {
      const Interval i = wilson_interval(solved, tried);
      return i.high - i.low;
    };
    EXPECT_EQ(cell.done % 5, 0u);
    EXPECT_LE(width(cell.solved, cell.tried), 0.3);
  }
  EXPECT_EQ(scheduler.cells()[1].done, 10u);  // the first multiple of 5 at which 10 of 10 is narrow enough
  EXPECT_GT(scheduler.cells()[0].done, 25u);
}

TEST(Scheduler, ACellThatFailsGrowsNoMore) {
  const SweepPlan plan = plan_with("interval = 0.01\nmin_instances = 4\nmax_instances = 1000");
  Scheduler scheduler(plan, [](const std::string&) { return std::nullopt; });
  while (const auto ref = scheduler.next()) scheduler.complete(*ref, ref->instance == 2, true);
  EXPECT_TRUE(scheduler.finished());
  EXPECT_EQ(scheduler.failed(), 3u);
  EXPECT_EQ(scheduler.done(), 9u);
}

TEST(Scheduler, FailedTasksAreRetriedOnlyWhenAsked) {
  const SweepPlan plan = plan_with("instances = 2");
  const auto known = [](const std::string&) { return KnownResult{true, {}}; };
  const Scheduler patient(plan, known);
  EXPECT_TRUE(patient.finished());
  EXPECT_EQ(patient.failed(), 6u);
  EXPECT_EQ(patient.known_before(), 6u);
  Scheduler eager(plan, known, true);
  EXPECT_EQ(eager.waiting(), 6u);
  EXPECT_TRUE(eager.next());
}

TEST(Scheduler, SharesItsTasksWithOthers) {
  const SweepPlan plan = plan_with("instances = 50");
  Results store;
  const auto known = [&](const std::string& id) {
    const auto found = store.find(id);
    return found == store.end() ? std::optional<KnownResult>() : found->second;
  };
  Scheduler scheduler(plan, known);
  const TaskRef held = *scheduler.next();
  for (std::uint64_t i = 1; i < 50; ++i) store[identity(task_at(plan, {1, i}))] = {false, true};
  scheduler.share(1);
  EXPECT_EQ(scheduler.pending(), 150u - 1 - 49);
  EXPECT_EQ(scheduler.done(), 49u);
  std::vector<TaskRef> rest;
  while (const auto ref = scheduler.next()) rest.push_back(*ref);
  EXPECT_EQ(rest.size(), 100u);
  EXPECT_FALSE(std::ranges::is_sorted(rest, {}, [](const TaskRef& r) { return r.cell * 1000 + r.instance; }));
  for (const TaskRef& ref : rest) scheduler.complete(ref, false, true);
  EXPECT_FALSE(scheduler.finished());
  scheduler.complete(held, false, true);
  EXPECT_TRUE(scheduler.finished());
}

}  // namespace
}  // namespace bitbasin::scheduler_test
