// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bench/bench.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

#include "bitbasin/base/statistics.h"

namespace bitbasin {
namespace {

using Make = std::function<BenchCase(const BenchOptions&)>;

std::map<std::string, Make>& registry() {
  static std::map<std::string, Make> cases;
  return cases;
}

double seconds(const std::function<void()>& run, int calls) {
  const auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < calls; ++i) run();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

// The number of calls that take at least 2 ms in total: far above the clock's resolution, far below a
// scheduler's slice.
int calibrate(const std::function<void()>& run) {
  constexpr double kLongEnough = 2e-3;
  run();  // warm caches and page tables
  for (int calls = 1;; calls *= 2) {
    if (seconds(run, calls) >= kLongEnough || calls >= 1 << 24) return calls;
  }
}

BenchRow measure(const std::string& name, const BenchCase& c, int repetitions) {
  const int calls = calibrate(c.run);
  std::vector<int> floor_calls;
  for (const BenchFloor& floor : c.floors) floor_calls.push_back(calibrate(floor.run));

  std::vector<double> times;
  std::vector<std::vector<double>> ratios(c.floors.size());
  for (int r = 0; r < repetitions; ++r) {
    const double ours = seconds(c.run, calls) / calls;
    times.push_back(ours);
    for (std::size_t f = 0; f < c.floors.size(); ++f) {
      ratios[f].push_back(seconds(c.floors[f].run, floor_calls[f]) / floor_calls[f] / ours);
    }
  }
  BenchRow row{name, c.work / median(times), c.unit, 0, "", c.goal};
  for (std::size_t f = 0; f < c.floors.size(); ++f) {
    const double ratio = median(ratios[f]);
    if (ratio >= row.floor_ratio) {
      row.floor_ratio = ratio;
      row.floor = c.floors[f].name;
    }
  }
  return row;
}

}  // namespace

RegisterBenchmark::RegisterBenchmark(std::string name, Make make) {
  registry().emplace(std::move(name), std::move(make));
}

std::vector<BenchRow> run_benchmarks(const BenchOptions& options,
                                     const std::function<void(const BenchRow&)>& on_row) {
  std::vector<BenchRow> rows;
  for (const auto& [name, make] : registry()) {
    const auto named = [&name = name](const std::string& filter) {
      return name.find(filter) != std::string::npos;
    };
    if (!options.filters.empty() && std::ranges::none_of(options.filters, named)) continue;
    rows.push_back(measure(name, make(options), options.repetitions));
    on_row(rows.back());
  }
  return rows;
}

}  // namespace bitbasin
