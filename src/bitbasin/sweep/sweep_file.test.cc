// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_file.h"

#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>

#include <filesystem>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::sweep_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::StartsWith;

SweepPlan plan_of(const std::string& text) {
  return parse_sweep("a.toml", text);
}

std::vector<std::string> labels(const SweepPlan& plan) {
  std::vector<std::string> all;
  for (const Cell& cell : plan.cells) all.push_back(cell.label);
  return all;
}

TEST(SweepFile, MakesACellOfEveryCombination) {
  const SweepPlan plan = plan_of(R"(
seed = 5
instances = 3
[[sweep]]
kind = "solve perceptron"
n = [21, 31]
alpha = "0.5:0.6:2"
algorithm = ["rbp", "rbp:restarts=3"]
[[sweep]]
kind = "theory equilibrium"
alpha = [0.1, 0.2]
task = "teacher"
[[sweep]]
kind = "solve ksat"
n = 10
k = 4
alpha = 2
seed = 100
interval = 0.2
)");
  EXPECT_THAT(
      labels(plan),
      ElementsAre("solve perceptron rbp n=21 alpha=0.5", "solve perceptron rbp:restarts=3 n=21 alpha=0.5",
                  "solve perceptron rbp n=21 alpha=0.6", "solve perceptron rbp:restarts=3 n=21 alpha=0.6",
                  "solve perceptron rbp n=31 alpha=0.5", "solve perceptron rbp:restarts=3 n=31 alpha=0.5",
                  "solve perceptron rbp n=31 alpha=0.6", "solve perceptron rbp:restarts=3 n=31 alpha=0.6",
                  "theory equilibrium task=teacher alpha=0.1", "theory equilibrium task=teacher alpha=0.2",
                  "solve ksat auto n=10 k=4 alpha=2"));
  EXPECT_EQ(plan.cells[0].rule, (StopRule{3, 3, {}}));
  EXPECT_EQ(plan.cells[0].first_seed(), 5u);
  EXPECT_EQ(plan.cells[8].rule, StopRule{});
  EXPECT_EQ(plan.cells[10].rule, (StopRule{20, 1000, 0.2}));
  EXPECT_EQ(plan.cells[10].first_seed(), 100u);
  EXPECT_EQ(plan.seed, 5u);
}

TEST(SweepFile, TheSameTaskInTwoFilesIsTheSame) {
  const SweepPlan one = plan_of(R"(
[[sweep]]
kind = "solve perceptron"
n = 21
alpha = "0.60:0.68:3"
algorithm = "sbpi"
instances = 2
)");
  const SweepPlan two = plan_of(R"(
[[sweep]]
kind = "solve perceptron"
alpha = [0.64]
n = 21
task = "classify"
algorithm = "sbpi"
instances = 100
)");
  EXPECT_EQ(identity(task_at(one, {1, 1})), identity(task_at(two, {0, 1})));
  EXPECT_NE(identity(task_at(one, {1, 0})), identity(task_at(one, {1, 1})));
}

TEST(SweepFile, ValuesThatATaskDoesNotAcceptMakeOneTaskThatFails) {
  const SweepPlan plan = plan_of(R"(
[[sweep]]
kind = "solve perceptron"
n = 21
alpha = 0.5
algorithm = ["rbp", "sbpi:nosuch=1"]
instances = 100
)");
  ASSERT_EQ(plan.cells.size(), 2u);
  EXPECT_EQ(plan.cells[1].rule, StopRule{});
  EXPECT_THAT(plan.cells[1].task.error, StartsWith("expected an option of sbpi"));
  EXPECT_EQ(plan.cells[1].label, "solve perceptron sbpi:nosuch=1 n=21 alpha=0.5");
}

TEST(SweepFile, MistakesNameTheirPlace) {
  const struct {
    const char* text;
    const char* sentence;
  } cases[] = {
      {"x = ", "a.toml:1:5: invalid TOML: "},
      {"seed = 1", "a.toml:1:1: expected at least one [[sweep]], got none"},
      {"sweep = 3", "a.toml:1:1: expected at least one [[sweep]]"},
      {"sweep = [3]", "a.toml:1:10: expected [[sweep]], got '3'"},
      {"sed = 1\n[[sweep]]\nkind = \"theory\"",
       "a.toml:1:1: expected a key of the top of a sweep file (seed, instances, interval, min_instances, "
       "max_instances, sweep), got 'sed'; did you mean seed?"},
      {"[[sweep]]\nn = 3", "a.toml:1:1: expected kind = \"...\" in [[sweep]], got none"},
      {"[[sweep]]\nkind = \"solve\"", "a.toml:2:8: expected one of the tasks solve perceptron, "},
      {"[[sweep]]\nkind = 3", "a.toml:2:8: expected one of the tasks"},
      {"[[sweep]]\nkind = \"theory\"\n  alfa = 0.5",
       "a.toml:3:3: expected a key of 'theory' (kind, instances, interval, min_instances, max_instances, "
       "task, "
       "alpha, distance, y, stability), got 'alfa'"},
      {"[[sweep]]\nkind = \"theory\"\nalpha = []", "a.toml:3:9: expected values of alpha, got an empty list"},
      {"[[sweep]]\nkind = \"theory\"\nalpha = {a = 1}", "a.toml:3:9: expected a number, a text or a list"},
      {"[[sweep]]\nkind = \"theory\"\nalpha = [[1]]", "a.toml:3:10: expected a number, a text or a list"},
      {"[[sweep]]\nkind = \"theory\"\nalpha = \"1:2\"",
       "a.toml:3:9: alpha: expected a value, values separated by commas"},
      {"[[sweep]]\nkind = \"theory\"\ninstances = 3",
       "a.toml:3:13: expected no instances of theory, which has no"},
      {"[[sweep]]\nkind = \"solve ksat\"\ninstances = 0", "a.toml:3:13: instances: expected a whole number"},
      {"[[sweep]]\nkind = \"solve ksat\"\ninstances = \"many\"", "a.toml:3:13: instances: expected a whole"},
      {"[[sweep]]\nkind = \"solve ksat\"\ninterval = 2", "a.toml:3:12: interval, the width of"},
      {"[[sweep]]\nkind = \"solve ksat\"\ninterval = 0.1\ninstances = 3",
       "a.toml:3:12: expected either instances or"},
      {"[[sweep]]\nkind = \"solve ksat\"\ninterval = 0.1\nmin_instances = 30\nmax_instances = 20",
       "a.toml:3:12: expected max_instances of at least min_instances, got 20 and 30"},
      {"[[sweep]]\nkind = \"solve ksat\"\nseed = -1", "a.toml:3:8: seed: expected a whole number"},
      {"[[sweep]]\nkind = \"theory\"\nalpha = [0.5, 0.5]",
       "a.toml:1:1: expected each cell only once, got one twice: theory alpha=0.5"},
      {"[[sweep]]\nkind = \"solve ksat\"\nalpha = \"1:2:2000\"\nn = \"1:2000:2000\"",
       "a.toml:1:1: expected at most 1000000 cells, got more"},
  };
  for (const auto& c : cases) {
    const std::string text = error_text([&] { plan_of(c.text); });
    EXPECT_THAT(text, StartsWith(c.sentence)) << c.text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
  }
}

TEST(SweepFile, ExamplesAreSweeps) {
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(BITBASIN_SOURCE_DIR "/examples")) {
    if (entry.path().extension() != ".toml") continue;
    const SweepPlan plan = read_sweep(entry.path().string());
    EXPECT_FALSE(plan.cells.empty());
    for (const Cell& cell : plan.cells) EXPECT_EQ(cell.task.error, "") << entry.path();
    ++files;
  }
  EXPECT_GE(files, 2);
}

}  // namespace
}  // namespace bitbasin::sweep_file_test
