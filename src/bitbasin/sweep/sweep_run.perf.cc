// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_run.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "bitbasin/bench/bench.h"
#include "bitbasin/sweep/sweep_file.h"

namespace bitbasin::sweep_run_perf {
namespace {

// A store in a temporary folder.
struct BenchStore {
  std::string folder = (std::filesystem::temp_directory_path() / "bitbasin-bench-XXXXXX").string();
  std::unique_ptr<Store> store;

  BenchStore() {
    if (mkdtemp(folder.data()) != nullptr) store = std::make_unique<Store>(Store::open(folder + "/runs.db"));
  }
  BenchStore(const BenchStore&) = delete;
  BenchStore& operator=(const BenchStore&) = delete;
  ~BenchStore() {
    store.reset();
    std::error_code ignored;
    std::filesystem::remove_all(folder, ignored);
  }
};

// Tasks that spend their whole budget, about 10 ms: nothing is solved at alpha = 1.5.
constexpr std::uint64_t kTasks = 40;
SweepPlan ten_milliseconds(std::uint64_t seed) {
  return parse_sweep("bench.toml", fmt::format(R"(
[[sweep]]
kind = "solve perceptron"
n = 501
alpha = 1.5
algorithm = "rbp"
budget = 330_000
seed = {}
instances = {}
)",
                                               seed, kTasks));
}

void run_with_store(Store& store, std::uint64_t& seed, int threads) {
  seed += kTasks;
  RunControl control;
  keep(run_sweep(ten_milliseconds(seed), store, {threads, false, nullptr, {}}, control));
}

// The same tasks with nothing around them: no store, no queue, no rows.
void run_bare(std::uint64_t& seed, int threads) {
  seed += kTasks;
  const SweepPlan plan = ten_milliseconds(seed);
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < kTasks; i = next++) keep(run_task(task_at(plan, {0, i}), {}));
  };
  std::vector<std::thread> others;
  for (int t = 1; t < threads; ++t) others.emplace_back(work);
  work();
  for (std::thread& other : others) other.join();
}

BenchCase overhead(int threads) {
  const auto store = std::make_shared<BenchStore>();
  const auto seed = std::make_shared<std::uint64_t>(0);
  return {"tasks/s",
          static_cast<double>(kTasks),
          0.97,
          [=] { run_with_store(*store->store, *seed, threads); },
          {{fmt::format("the same tasks in bare loops on {} threads", threads),
            [=] { run_bare(*seed, threads); }}}};
}

const RegisterBenchmark kOne("sweep.tasks-of-10ms", [](const BenchOptions&) { return overhead(1); });
const RegisterBenchmark kTwo("sweep.tasks-of-10ms-2-threads",
                             [](const BenchOptions&) { return overhead(2); });
const RegisterBenchmark kScaling("sweep.2-threads-over-1", [](const BenchOptions&) {
  const auto store = std::make_shared<BenchStore>();
  const auto seed = std::make_shared<std::uint64_t>(0);
  return BenchCase{"tasks/s",
                   static_cast<double>(kTasks),
                   1.8,
                   [=] { run_with_store(*store->store, *seed, 2); },
                   {{"the same sweep on one thread", [=] { run_with_store(*store->store, *seed, 1); }}}};
});

}  // namespace
}  // namespace bitbasin::sweep_run_perf
