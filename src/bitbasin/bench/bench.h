// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace bitbasin {

struct BenchOptions {
  std::vector<std::string> filters;  // run the cases whose name contains one of these; empty: all
  int repetitions = 15;              // the median of this many is reported
  int threads = 1;
};

// A result: how fast, and how close to the best that the machine can do.
struct BenchRow {
  std::string name;
  double rate = 0;  // units per second
  std::string unit;
  double floor_ratio = 0;  // our rate over the floor's rate, measured in the same run: 1 is perfect
  std::string floor;       // what the floor is
  double goal = 0;         // the ratio we want; 0: none
  bool ok() const { return floor_ratio >= goal; }
};

// Something to compare with: the same job, reduced to the work that cannot be avoided.
struct BenchFloor {
  std::string name;
  std::function<void()> run;
};

// A job, the units of work in one call of it, and the floors it is compared with: the slowest one counts.
struct BenchCase {
  std::string unit;
  double work = 0;
  double goal = 0;
  std::function<void()> run;
  std::vector<BenchFloor> floors;
};

// A static object of this type in an x.perf.cc file registers a benchmark. The case is made when it is run.
struct RegisterBenchmark {
  RegisterBenchmark(std::string name, std::function<BenchCase(const BenchOptions&)> make);
};

// Runs the registered cases in the order of their names; `on_row` is called with each result as it comes.
// Repetitions of the job and its floors alternate, and the median of their ratios is reported, so that noise
// affects both alike.
std::vector<BenchRow> run_benchmarks(const BenchOptions& options,
                                     const std::function<void(const BenchRow&)>& on_row);

// Makes the compiler believe that the value is used.
template <class T>
inline void keep(const T& value) {
  asm volatile("" : : "g"(&value) : "memory");
}

}  // namespace bitbasin
