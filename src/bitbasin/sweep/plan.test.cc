// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/plan.h"

#include <gtest/gtest.h>

#include "bitbasin/base/version.h"
#include "bitbasin/bits/simd_level.h"
#include "bitbasin/sweep/provenance.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin::plan_test {
namespace {

SweepPlan plan_of(const std::string& more) {
  return parse_sweep("a.toml", "seed = 5\n[[sweep]]\nkind = \"solve perceptron\"\nn = 51\n" + more);
}

TEST(Plan, ARowHoldsAllThatIsKnownOfItsTask) {
  const SweepPlan plan = plan_of("alpha = 0.4\nalgorithm = \"sbpi:schedule=constant\"\ninstances = 3\n");
  const FinishedTask finished = run_task_at(plan, {0, 2}, {});
  const Task task = task_at(plan, {0, 2});
  EXPECT_FALSE(finished.stopped);
  const ResultRow& row = finished.row;
  EXPECT_EQ(row.identity, identity(task));
  EXPECT_EQ(row.cell, "solve perceptron sbpi:schedule=constant n=51 alpha=0.4");
  EXPECT_EQ(row.kind, "solve perceptron");
  EXPECT_EQ(row.algorithm, "sbpi:schedule=constant");
  EXPECT_EQ(row.n, 51);
  EXPECT_EQ(row.alpha, 0.4);
  EXPECT_EQ(row.seed, 7);
  EXPECT_FALSE(row.failed);
  EXPECT_EQ(row.error, "");
  EXPECT_EQ(row.parameters, task.parameters.dump());
  const TaskOutcome again = run_task(task, {});
  EXPECT_EQ(row.result, again.keys.dump());
  EXPECT_EQ(row.solved, again.solved());
  EXPECT_EQ(row.work, again.work);
  EXPECT_GT(row.work, 0u);
}

TEST(Plan, AlphaFollowsFromTheResultWhereItWasNotAskedFor) {
  const FinishedTask finished = run_task_at(plan_of("patterns = 17\n"), {0, 0}, {});
  EXPECT_EQ(finished.row.alpha, 17.0 / 51);
}

TEST(Plan, ARowOfATaskThatFailsHasItsSentence) {
  const FinishedTask finished = run_task_at(plan_of("alpha = -1\n"), {0, 0}, {});
  EXPECT_TRUE(finished.row.failed);
  EXPECT_NE(finished.row.error.find("'-1'"), std::string::npos) << finished.row.error;
  EXPECT_EQ(finished.row.result, "");
  EXPECT_FALSE(finished.row.solved);
}

TEST(Plan, AStoppedTaskHasNoRow) {
  const std::atomic<bool> cancelled = true;
  const FinishedTask finished =
      run_task_at(plan_of("alpha = 0.4\n"), {0, 0}, RunLimits{.cancelled = &cancelled});
  EXPECT_TRUE(finished.stopped);
  EXPECT_EQ(finished.row.identity, "");
}

TEST(Provenance, TellsWhatRan) {
  const SweepPlan plan = plan_of("alpha = 0.4\n");
  const RunRecord run = provenance(plan, 3, 2);
  EXPECT_EQ(run.version, version());
  EXPECT_EQ(run.commit, source_commit());
  EXPECT_EQ(run.simd, simd_level());
  EXPECT_FALSE(run.cpu.empty());
  EXPECT_EQ(run.threads, 3);
  EXPECT_EQ(run.ranks, 2);
  EXPECT_EQ(run.seed, 5u);
  EXPECT_EQ(run.file, "a.toml");
  EXPECT_EQ(run.plan, plan.text);
  EXPECT_EQ(run.started.size(), std::string("2026-01-31T12:00:00Z").size());
  EXPECT_EQ(run.started.back(), 'Z');
  EXPECT_NE(run.identity, provenance(plan, 3, 2).identity);
}

}  // namespace
}  // namespace bitbasin::plan_test
