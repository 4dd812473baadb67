// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "bitbasin/task/task.h"

namespace bitbasin::kind_entropy_test {
namespace {

using ::testing::HasSubstr;

Task around(const char* kind, const Parameters& more) {
  Parameters all = {{"n", "101"}, {"distances", "0,0.05,0.1"}};
  all.insert(all.end(), more.begin(), more.end());
  return make_task(task_kind(kind), all);
}

// Change this only on purpose, together with the kind's revision: identities are made from the parameters.
TEST(EntropyKinds, ParametersStayTheSame) {
  EXPECT_EQ(
      around("entropy perceptron", {{"alpha", "0.3"}, {"algorithm", "sa"}}).parameters.dump(),
      R"({"n":101,"alpha":0.3,"patterns":"auto","task":"classify","algorithm":"sa:energy=depth,start=auto,)"
      R"(end=auto,sweeps=3000,runs=3","distances":"0,0.05,0.1","tolerance":1e-05,"max_sweeps":2000,)"
      R"("budget":0,"seed":1})");
  EXPECT_EQ(around("entropy ksat", {{"alpha", "3"}, {"algorithm", "sa"}}).parameters.dump(),
            R"({"n":101,"k":3,"alpha":3.0,"clauses":"auto","algorithm":"sa:start=auto,end=auto,sweeps=3000,)"
            R"(runs=3","distances":"0,0.05,0.1","tolerance":1e-07,"max_sweeps":2000,"budget":0,"seed":1})");
}

TEST(EntropyKinds, FormulasHaveAnEntropyToo) {
  const Task task = around("entropy ksat", {{"alpha", "3"}, {"algorithm", "probsat:flips=1000000"}});
  ASSERT_EQ(task.error, "");
  EXPECT_EQ(task.algorithm, "probsat:flips=1000000");
  const TaskOutcome outcome = run_task(task, {});
  ASSERT_EQ(outcome.status, TaskOutcome::Status::done) << outcome.error;
  EXPECT_EQ(outcome.solved(), true);
  const Json& keys = outcome.keys;
  EXPECT_EQ(keys["clauses"], 303);
  EXPECT_EQ(keys["unsatisfied"], 0);
  EXPECT_EQ(keys["solution"], task.parameters["algorithm"]);
  ASSERT_EQ(keys["points"].size(), 3u);
  EXPECT_EQ(keys["points"][0]["entropy"], 0.0);
  EXPECT_LT(keys["points"][1]["entropy"], keys["points"][1]["bound"]);
  EXPECT_EQ(keys["work"], outcome.work);
  EXPECT_EQ(run_task(task, {}).keys.dump(), keys.dump());
}

TEST(EntropyKinds, ClustersNeedNoAlgorithm) {
  const Parameters surveys = {{"n", "1000"}, {"alpha", "4.2"}, {"level", "surveys"}};
  const Task task = make_task(task_kind("entropy ksat"), surveys);
  ASSERT_EQ(task.error, "");
  EXPECT_EQ(task.algorithm, "surveys");
  const TaskOutcome outcome = run_task(task, {});
  ASSERT_EQ(outcome.status, TaskOutcome::Status::done) << outcome.error;
  EXPECT_GT(outcome.keys["frozen"], 0.5);
  EXPECT_EQ(outcome.keys["work"], outcome.keys["sweeps"].get<int>() * 12600);
  EXPECT_FALSE(outcome.solved().has_value());
  Parameters with_solver = surveys;
  with_solver.emplace_back("algorithm", "sa");
  EXPECT_EQ(make_task(task_kind("entropy ksat"), with_solver).error,
            "expected no algorithm with the level surveys, got sa");
}

TEST(EntropyKinds, OnlyAPerceptronHasATeacher) {
  const Parameters teacher = {{"alpha", "0.5"}, {"algorithm", "teacher"}};
  EXPECT_THAT(around("entropy ksat", teacher).error, HasSubstr("expected one of the algorithms"));
  EXPECT_EQ(around("entropy perceptron", teacher).error,
            "the algorithm teacher needs the task teacher, got classify");
  Parameters taught = teacher;
  taught.emplace_back("task", "teacher");
  const TaskOutcome outcome = run_task(around("entropy perceptron", taught), {});
  EXPECT_EQ(outcome.solved(), true);
  EXPECT_EQ(outcome.keys["solution"], "teacher");
}

TEST(EntropyKinds, WrongDistancesAreNoticedBeforeAnythingRuns) {
  EXPECT_THAT(make_task(task_kind("entropy ksat"), {{"alpha", "3"}, {"distances", "0.1,2"}}).error,
              HasSubstr("distances"));
}

}  // namespace
}  // namespace bitbasin::kind_entropy_test
