// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/message.h"

#include <gmock/gmock.h>

#include <set>

#include "bitbasin/base/error.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/store/rows.test.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin::message_test {
namespace {

using ::testing::HasSubstr;

// Cells with and without an interval, an algorithm, a seed, and what is wrong with them.
constexpr const char* kMixed = R"(
seed = 7
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
kind = "theory equilibrium"
alpha = "0.1:0.5:3"
)";

SweepPlan mixed() {
  return parse_sweep("a.toml", kMixed);
}

void expect_same(const Cell& a, const Cell& b) {
  EXPECT_EQ(a.task.kind, b.task.kind);
  EXPECT_EQ(a.task.parameters, b.task.parameters) << a.label;
  EXPECT_EQ(identity(a.task), identity(b.task)) << a.label;
  EXPECT_EQ(a.task.algorithm, b.task.algorithm);
  EXPECT_EQ(a.task.error, b.task.error);
  EXPECT_EQ(a.label, b.label);
  EXPECT_EQ(a.rule, b.rule);
}

TEST(SweepMessage, BringsEveryFieldOfAPlanAcross) {
  const SweepPlan sent = mixed(), plan = read_plan_message(plan_message(sent));
  EXPECT_EQ(plan.file, "a.toml");
  EXPECT_EQ(plan.text, kMixed);
  EXPECT_EQ(plan.seed, 7u);
  ASSERT_EQ(plan.cells.size(), sent.cells.size());
  for (std::size_t c = 0; c < sent.cells.size(); ++c) expect_same(plan.cells[c], sent.cells[c]);
}

// Plans without a file can be sent as well, with every kind and any text of a user.
TEST(SweepMessage, BringsAnyPlanAcross) {
  SweepPlan sent;
  for (const TaskKind& kind : task_kinds()) {
    Parameters given;
    if (kind.has("alpha")) given.emplace_back("alpha", "0.7000000000000001");
    if (kind.has("n")) given.emplace_back("n", "31");
    if (kind.has_seed()) given.emplace_back("seed", "9223372036854775807");
    sent.cells.push_back(make_cell(make_task(kind, given), 3));
    sent.cells.push_back(make_cell(make_task(kind, {{"nosuch", "\xff\n\"<"}}), 1));
  }
  sent.cells[0].rule = {2, 1'000'000'000'000, 0.1};
  const SweepPlan plan = read_plan_message(plan_message(sent));
  ASSERT_EQ(plan.cells.size(), sent.cells.size());
  for (std::size_t c = 0; c < sent.cells.size(); ++c) {
    EXPECT_EQ(identity(plan.cells[c].task), identity(sent.cells[c].task)) << sent.cells[c].label;
    EXPECT_EQ(plan.cells[c].rule, sent.cells[c].rule);
    EXPECT_EQ(plan.cells[c].task.error, sent.cells[c].task.error);
  }
  EXPECT_TRUE(read_plan_message(plan_message({})).cells.empty());
}

TEST(SweepMessage, BringsEverythingElseAcross) {
  const SweepPlan plan = mixed();
  EXPECT_EQ(read_hello_message(hello_message(7)), 7);
  EXPECT_EQ(read_failed_message(failed_message("expected a, got b")), "expected a, got b");
  const std::vector<TaskRef> tasks = {{0, 3}, {4, 1'000'000'000'000}};
  EXPECT_EQ(read_tasks_message(plan, tasks_message(tasks)), tasks);
  for (const MessageKind kind : {MessageKind::alive, MessageKind::stop, MessageKind::bye}) {
    EXPECT_EQ(kind_of(plain_message(kind)), kind);
  }
  std::vector<FinishedTask> finished;
  for (std::uint32_t c = 0; c < plan.cells.size(); ++c) finished.push_back(run_task_at(plan, {c, 0}, {}));
  finished.push_back(run_task_at(plan, {0, 2}, {}));
  const auto arrived = read_results_message(plan, results_message(finished));
  ASSERT_EQ(arrived.size(), finished.size());
  const TempFolder folder;
  const auto stored = [&](const char* name, const std::vector<FinishedTask>& list) {
    Store store = Store::open(folder.path(name));
    std::vector<ResultRow> rows;
    for (const FinishedTask& task : list) rows.push_back(task.row);
    store.add(rows, store.add_run({}));
    return rows_of(store);
  };
  EXPECT_EQ(stored("a.db", arrived), stored("b.db", finished));
  EXPECT_EQ(arrived.back().ref, finished.back().ref);
  EXPECT_EQ(arrived.back().row.seconds, finished.back().row.seconds);
}

// One message of each kind, and the function that reads it.
struct Sample {
  std::string bytes;
  std::function<void(std::string_view)> read;
};

std::vector<Sample> samples(const SweepPlan& plan) {
  const std::vector<TaskRef> tasks = {{0, 3}, {4, 5}};
  return {
      {plan_message(plan), [](std::string_view m) { read_plan_message(m); }},
      {hello_message(3), [](std::string_view m) { read_hello_message(m); }},
      {tasks_message(tasks), [&plan](std::string_view m) { read_tasks_message(plan, m); }},
      {results_message(std::vector{run_task_at(plan, {0, 0}, {}), run_task_at(plan, {4, 0}, {})}),
       [&plan](std::string_view m) { read_results_message(plan, m); }},
      {failed_message("expected a, got b"), [](std::string_view m) { read_failed_message(m); }},
  };
}

TEST(SweepMessage, CutAndLengthenedMessagesAreRefused) {
  const SweepPlan plan = mixed();
  for (const Sample& sample : samples(plan)) {
    for (std::size_t size = 0; size < sample.bytes.size(); size += 1 + sample.bytes.size() / 300) {
      EXPECT_THAT(error_text([&] { sample.read(std::string_view(sample.bytes).substr(0, size)); }),
                  HasSubstr("message"))
          << sample.bytes[0] << size;
    }
    EXPECT_THAT(error_text([&] { sample.read(sample.bytes + "x"); }), HasSubstr("message"));
    EXPECT_THAT(error_text([&] { sample.read(plain_message(MessageKind::bye)); }), HasSubstr("message"));
  }
  EXPECT_THAT(error_text([] { kind_of(""); }), HasSubstr("message"));
  EXPECT_THAT(error_text([] { kind_of("x"); }), HasSubstr("message"));
}

// A wrong byte is refused with an Error or changes a number, and does nothing else.
TEST(SweepMessage, WrongBytesAreRefusedOrRead) {
  const SweepPlan plan = mixed();
  for (const Sample& sample : samples(plan)) {
    std::size_t refused = 0;
    const std::size_t step = 1 + sample.bytes.size() / 500;
    for (std::size_t i = 0; i < sample.bytes.size(); i += step) {
      for (const char wrong : {'\xff', '\x00'}) {
        std::string bytes = sample.bytes;
        bytes[i] = wrong;
        try {
          sample.read(bytes);
        } catch (const Error&) {
          ++refused;
        }
      }
    }
    EXPECT_GT(refused, 0u) << sample.bytes[0];
  }
}

TEST(SweepMessage, NumbersOutOfRangeAreRefused) {
  const SweepPlan plan = mixed();
  const std::vector<TaskRef> beyond = {{static_cast<std::uint32_t>(plan.cells.size()), 0}};
  EXPECT_THAT(error_text([&] { read_tasks_message(plan, tasks_message(beyond)); }),
              HasSubstr("the number of a cell"));
  EXPECT_THAT(error_text([&] { read_tasks_message({}, tasks_message(beyond)); }),
              HasSubstr("without a cell"));
  EXPECT_THAT(error_text([] { read_hello_message(hello_message(0)); }), HasSubstr("threads"));
}

// As a rank of another version of the program would send it.
TEST(SweepMessage, TasksOfAnotherVersionAreRefused) {
  std::string bytes = plan_message(mixed());
  const std::size_t place = bytes.find("\"n\":31");
  ASSERT_NE(place, std::string::npos);
  bytes[place + 4] = '4';
  EXPECT_THAT(error_text([&] { read_plan_message(bytes); }), HasSubstr("the same version"));
}

}  // namespace
}  // namespace bitbasin::message_test
