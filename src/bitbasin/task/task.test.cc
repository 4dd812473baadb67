// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/task/task.h"

#include <gmock/gmock.h>

#include <set>

#include "bitbasin/base/error.h"
#include "bitbasin/data/idx.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::task_test {
namespace {

using ::testing::HasSubstr;

Task small(const Parameters& more = {}) {
  Parameters all = {{"n", "21"}, {"alpha", "0.5"}};
  all.insert(all.end(), more.begin(), more.end());
  return make_task(task_kind("solve perceptron"), all);
}

// When identities change, a sweep can no longer find stored results: change this test only on purpose,
// together with the kind's revision.
TEST(Task, IdentityStaysTheSame) {
  EXPECT_EQ(identity(make_task(task_kind("theory equilibrium"), {{"alpha", "0.5"}})),
            "d87ef685a0dd8e26c1ce962fe1b35ef7269d4d71a22e334be3bc2f4b305b72f7");
  EXPECT_EQ(
      small().parameters.dump(),
      R"({"n":21,"alpha":0.5,"patterns":"auto","task":"classify","algorithm":"rbp:rate=auto,margin=auto,)"
      R"(margin_end=0.5,start=auto,end=auto,damping=auto,field=auto,restarts=auto","budget":0,"seed":1})");
}

// A training is stored with every number written out. The preset is not part of it, and neither is a
// validation of 0.
TEST(Task, IdentityOfATrainingStaysTheSameWhateverBecomesOfItsPreset) {
  const auto train = [](const Parameters& given) { return make_task(task_kind("train"), given); };
  EXPECT_EQ(
      train({}).parameters.dump(),
      R"({"dataset":"mnist","features":"patches:filters=32:size=7:cells=4:levels=3:rarest=0.1","k1":11,)"
      R"("k2":30,"robustness":0,"reinforcement":2e-06,"growth":1.0,"epochs":1000,"seed":1})");
  EXPECT_EQ(identity(train({{"preset", "small"}, {"validation", "0"}})), identity(train({})));
  const Parameters written = {{"k1", "81"},       {"k2", "200"},   {"robustness", "120"},
                              {"growth", "1"},    {"epochs", "7"}, {"reinforcement", "4e-6"},
                              {"preset", "best"}, {"seed", "5"},   {"features", "patches:32"}};
  EXPECT_EQ(identity(train({{"preset", "paper"}, {"epochs", "7"}, {"seed", "5"}})), identity(train(written)));
  EXPECT_EQ(train({{"validation", "50"}}).parameters["validation"], 50);
  EXPECT_NE(identity(train({{"validation", "50"}})), identity(train({})));
  EXPECT_THAT(train({{"preset", "huge"}}).error,
              HasSubstr("expected one of the presets tiny, small, paper, best"));
  EXPECT_THAT(train({{"k1", "4"}}).error, HasSubstr("odd number of units per committee (k1)"));
  EXPECT_THAT(train({{"batch", "4"}}).error, HasSubstr("expected an option of train"));

  const Task walk = make_task(task_kind("walk network"), {{"preset", "paper"}, {"validation", "9"}});
  EXPECT_EQ(walk.parameters["k1"], 81);
  EXPECT_EQ(walk.parameters["validation"], 9);
  EXPECT_EQ(walk.parameters["sweeps"], 1.0);
  EXPECT_FALSE(walk.parameters.contains("preset"));
}

TEST(Task, IdentityKnowsEveryParameterAndNoSpelling) {
  const std::string plain = identity(small());
  EXPECT_EQ(identity(small({{"algorithm", "rbp"}, {"seed", "1"}, {"task", "classify"}})), plain);
  EXPECT_EQ(identity(small({{"algorithm", "rbp:margin_end=0.5"}, {"constraint", "sign"}})), plain);
  std::set<std::string> all = {plain};
  for (const Parameters& other : {Parameters{{"seed", "2"}}, Parameters{{"algorithm", "sbpi"}},
                                  Parameters{{"algorithm", "rbp:restarts=14"}}, Parameters{{"budget", "9"}},
                                  Parameters{{"task", "teacher"}}, Parameters{{"kappa", "0.1"}},
                                  Parameters{{"constraint", "symmetric"}}}) {
    EXPECT_TRUE(all.insert(identity(small(other))).second);
  }
  EXPECT_TRUE(
      all.insert(identity(make_task(task_kind("solve perceptron"), {{"n", "23"}, {"alpha", "0.5"}}))).second);
  EXPECT_TRUE(
      all.insert(identity(make_task(task_kind("entropy perceptron"), {{"n", "21"}, {"alpha", "0.5"}})))
          .second);
  EXPECT_EQ(identity(with_seed(small(), 2)), identity(small({{"seed", "2"}})));
}

TEST(Task, AlgorithmIsTheShortestSpec) {
  EXPECT_EQ(small({{"algorithm", "rbp:margin_end=0.5,damping=0.25"}}).algorithm, "rbp:damping=0.25");
  EXPECT_EQ(small().algorithm, "rbp");
  EXPECT_EQ(make_task(task_kind("theory"), {}).algorithm, "");
  EXPECT_EQ(small().n(), 21);
  EXPECT_EQ(small().alpha(), 0.5);
  EXPECT_EQ(small().seed(), 1);
}

TEST(Task, WhatIsWrongFailsWhenItIsRun) {
  const struct {
    Parameters given;
    const char* sentence;
  } cases[] = {
      {{{"algorithm", "rbp:nosuch=1"}}, "expected an option of rbp"},
      {{{"algorithm", "nosuch"}}, "expected one of the algorithms"},
      {{{"budget", "-1"}}, "budget of solve perceptron: expected a whole number"},
      {{{"patterns", "7"}}, "expected either alpha or patterns, got both"},
  };
  for (const auto& c : cases) {
    const Task task = small(c.given);
    EXPECT_THAT(task.error, HasSubstr(c.sentence));
    const TaskOutcome outcome = run_task(task, {});
    EXPECT_EQ(outcome.status, TaskOutcome::Status::failed);
    EXPECT_EQ(outcome.error, task.error);
    EXPECT_FALSE(outcome.solved());
  }
  EXPECT_THAT(error_text([] { task_kind("nosuch"); }),
              HasSubstr("solve perceptron, solve committee, solve ksat"));
}

TEST(Task, TooLittleMemoryIsAnOutcome) {
  const TaskOutcome outcome =
      run_task(make_task(task_kind("solve perceptron"), {{"n", "1073741823"}, {"alpha", "1000000"}}), {});
  EXPECT_EQ(outcome.status, TaskOutcome::Status::failed);
  EXPECT_THAT(outcome.error, HasSubstr("memory"));
}

// A data set of two classes: the left or the right half of an image is lit, with some noise.
void add_two_classes(const TempFolder& folder) {
  constexpr std::size_t kSide = 6;
  for (const auto& [start, count] :
       {std::pair("train", std::size_t{40}), std::pair("t10k", std::size_t{20})}) {
    IdxArray images{{count, kSide, kSide}, {}}, labels{{count}, {}};
    for (std::size_t i = 0; i < count; ++i) {
      labels.bytes.push_back(static_cast<std::uint8_t>(i % 2));
      for (std::size_t p = 0; p < kSide * kSide; ++p) {
        const bool right = p % kSide >= kSide / 2, noise = (i * 31 + p * 17) % 11 == 0;
        images.bytes.push_back(right == (i % 2 == 1) && !noise ? 255 : 0);
      }
    }
    write_idx(folder.path(std::string(start) + "-images-idx3-ubyte"), images);
    write_idx(folder.path(std::string(start) + "-labels-idx1-ubyte"), labels);
  }
}

using KindCase = std::pair<const char*, Parameters>;

bool is_theory(std::string_view kind) {
  return kind.starts_with("theory");
}

// Each kind runs, repeats its result, and contains no times. None of the theory, or of the others, is
// missing.
void expect_the_same_result_twice(bool theory, const std::vector<KindCase>& cases) {
  std::set<std::string_view> names;
  for (const auto& [kind, parameters] : cases) {
    names.insert(task_kind(kind).name);
    const Task task = make_task(task_kind(kind), parameters);
    ASSERT_EQ(task.error, "");
    const TaskOutcome first = run_task(task, {}), second = run_task(task, {});
    EXPECT_EQ(first.status, TaskOutcome::Status::done) << kind << first.error;
    EXPECT_EQ(first.keys.dump(), second.keys.dump()) << kind;
    EXPECT_FALSE(first.keys.contains("seconds"));
    EXPECT_EQ(first.work, second.work);
    const bool solves = !is_theory(kind) && kind != std::string("train");
    EXPECT_EQ(first.solved().has_value(), solves) << kind;
    EXPECT_GE(first.keys.size(), 2u) << kind;
    if (kind == std::string("walk network")) {
      EXPECT_EQ(first.keys["points"].size(), 2u) << first.keys;
    }
  }
  for (const TaskKind& kind : task_kinds()) {
    EXPECT_EQ(names.contains(kind.name), is_theory(kind.name) == theory) << kind.name;
  }
}

TEST(Task, ResultsAreAFunctionOfTheParameters) {
  const TempFolder folder;
  add_two_classes(folder);
  const Parameters network = {
      {"dataset", folder.path("")}, {"features", "threshold"}, {"k1", "3"}, {"k2", "4"}, {"epochs", "50"}};
  Parameters walk = network;
  walk.insert(walk.end(), {{"sweeps", "0.5"}, {"points", "2"}});
  const std::vector<KindCase> cases = {
      {"solve perceptron", {{"n", "51"}, {"alpha", "0.5"}, {"task", "teacher"}}},
      {"solve ksat", {{"n", "50"}, {"alpha", "3"}, {"algorithm", "probsat"}}},
      {"learn perceptron", {{"n", "51"}, {"algorithm", "cpr"}}},
      {"entropy perceptron", {{"n", "51"}, {"alpha", "0.3"}, {"distances", "0.05,0.1"}}},
      {"entropy perceptron", {{"n", "51"}, {"alpha", "0.3"}, {"task", "teacher"}, {"algorithm", "teacher"}}},
      {"entropy ksat", {{"n", "50"}, {"alpha", "3"}, {"distances", "0.05,0.1"}}},
      {"solve committee", {{"n", "31"}, {"alpha", "0.1"}}},
      {"entropy committee", {{"n", "21"}, {"alpha", "0.3"}, {"tree", "true"}, {"distances", "0.05"}}},
      {"train", network},
      {"walk network", walk},
  };
  expect_the_same_result_twice(false, cases);
}

TEST(Task, ResultsOfTheTheoryAreAFunctionOfTheParameters) {
  const std::vector<KindCase> cases = {
      {"theory", {{"alpha", "0.5"}, {"distance", "0.1"}}},
      {"theory equilibrium", {{"alpha", "0.5"}}},
      {"theory transitions", {{"task", "teacher"}, {"alpha", "1.1"}}},
      {"theory 1rsb", {{"alpha", "0.6"}, {"m", "1"}}},
      {"theory edges", {{"alpha", "0.5"}, {"low", "0.09"}}},
  };
  expect_the_same_result_twice(true, cases);
}

TEST(Task, TheoryIsAKindToo) {
  const TaskOutcome outcome = run_task(make_task(task_kind("theory"), {{"distance", "0.1"}, {"y", "0"}}), {});
  EXPECT_EQ(outcome.status, TaskOutcome::Status::done);
  EXPECT_NEAR(outcome.keys["d"].get<double>(), 0.1, 1e-12);
  EXPECT_EQ(outcome.keys["converged"], true);
}

TEST(Task, ABudgetEndsInAResultAndACancellationInNone) {
  const Task hard =
      make_task(task_kind("solve perceptron"), {{"n", "301"}, {"alpha", "1.5"}, {"budget", "50000"}});
  const TaskOutcome outcome = run_task(hard, {});
  EXPECT_EQ(outcome.status, TaskOutcome::Status::done);
  EXPECT_EQ(outcome.solved(), false);
  EXPECT_LE(outcome.work, 50000u);
  const std::atomic<bool> cancelled = true;
  RunLimits limits;
  limits.cancelled = &cancelled;
  const TaskOutcome stopped = run_task(hard, limits);
  EXPECT_EQ(stopped.status, TaskOutcome::Status::stopped);
  EXPECT_TRUE(stopped.keys.empty());
}

TEST(Task, EveryKindSaysWhatItsParametersMean) {
  for (const TaskKind& kind : task_kinds()) {
    EXPECT_FALSE(kind.meaning.empty());
    EXPECT_FALSE(kind.parameters.empty());
    for (const OptionRow& row : kind.parameters) EXPECT_FALSE(row.meaning.empty()) << kind.name << row.name;
    EXPECT_EQ(make_task(kind, {{"nosuch", "1"}}).error.find("expected an option of"), 0u);
  }
}

}  // namespace
}  // namespace bitbasin::task_test
