// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/message.h"

#include <memory>
#include <string>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/sweep/scheduler.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin::message_perf {
namespace {

constexpr std::uint64_t kTasks = 1000;

struct Setup {
  SweepPlan plan = parse_sweep("bench.toml", R"(
[[sweep]]
kind = "solve perceptron"
n = 101
alpha = 0.5
algorithm = "sbpi"
instances = 1000
)");
  std::string message;

  Setup() {
    std::vector<FinishedTask> finished;
    for (std::uint64_t i = 0; i < kTasks; ++i) finished.push_back(run_task_at(plan, {0, i}, {}));
    message = results_message(finished);
  }
};

// What rank 0 does with a result apart from storing it: parse its message, count it, choose the next task.
void serve(const Setup& s) {
  Scheduler scheduler(s.plan, [](const std::string&) { return std::nullopt; });
  while (scheduler.next()) {
  }
  for (const FinishedTask& task : read_results_message(s.plan, s.message)) {
    scheduler.complete(task.ref, task.row.failed, task.row.solved);
  }
  keep(scheduler.done());
}

const RegisterBenchmark kServe("sweep.master", [](const BenchOptions&) {
  const auto s = std::make_shared<Setup>();
  return BenchCase{"results/s",
                   static_cast<double>(kTasks),
                   0.3,
                   [s] { serve(*s); },
                   {{"the identities of the same tasks alone", [s] {
                       for (std::uint64_t i = 0; i < kTasks; ++i) keep(identity(task_at(s->plan, {0, i})));
                     }}}};
});

}  // namespace
}  // namespace bitbasin::message_perf
