// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bench/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

namespace bitbasin::bench_test {
namespace {

using ::testing::ElementsAre;

std::string calls;  // one letter for each call of a job or a floor
int threads_seen = 0;

void sleep_ms(int milliseconds) {
  std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
}

// A sleep takes at least as long as requested, and longer on a busy machine: one bound is exact, the other
// wide. A call of 2 ms or more is timed alone, so the number of calls is known.
const RegisterBenchmark kSleep("test.sleep", [](const BenchOptions& options) {
  threads_seen = options.threads;
  const auto job = [] {
    calls += 'j';
    sleep_ms(3);
  };
  const BenchFloor slow{"slow", [] {
                          calls += 's';
                          sleep_ms(60);
                        }};
  return BenchCase{"naps", 6, 0.5, job, {{"nothing", [] {}}, slow, {"nothing either", [] {}}}};
});

// The second of three repetitions, after two calls to warm up and to calibrate, is slow.
const RegisterBenchmark kOutlier("test.outlier", [](const BenchOptions&) {
  return BenchCase{"naps", 1, 0, [count = 0]() mutable { sleep_ms(++count == 4 ? 700 : 3); }, {}};
});

const RegisterBenchmark kEmpty("test.empty", [](const BenchOptions&) {
  return BenchCase{"calls", 1, 0, [] { calls += 'e'; }, {}};
});

TEST(Bench, TheJobAndItsFloorsTakeTurns) {
  calls.clear();
  run_benchmarks({{"test.sleep"}, 3, 1}, [](const BenchRow&) {});
  EXPECT_EQ(calls, "jjssjsjsjs");  // each warmed up and calibrated, then three repetitions
}

TEST(Bench, TheRowHoldsTheMeasurementAndTheCase) {
  const auto rows = run_benchmarks({{"test.sleep"}, 3, 7}, [](const BenchRow&) {});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "test.sleep");
  EXPECT_EQ(rows[0].unit, "naps");
  EXPECT_EQ(rows[0].goal, 0.5);
  EXPECT_EQ(threads_seen, 7);
  EXPECT_LE(rows[0].rate, 6 / 3e-3);
  EXPECT_GT(rows[0].rate, 6 / 1.0);
  EXPECT_EQ(rows[0].floor, "slow") << "the slowest floor counts";
  EXPECT_GT(rows[0].floor_ratio, 60e-3 / 1.0);
  EXPECT_EQ(rows[0].ok(), rows[0].floor_ratio >= 0.5);
}

TEST(Bench, TheMedianLeavesOutliersOut) {
  const auto rows = run_benchmarks({{"test.outlier"}, 3, 1}, [](const BenchRow&) {});
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_LE(rows[0].rate, 1 / 3e-3);
  EXPECT_GT(rows[0].rate, 1 / 0.23) << "the mean of 3, 700 and 3 ms, or worse";
  EXPECT_EQ(rows[0].floor, "");
  EXPECT_EQ(rows[0].floor_ratio, 0);
}

// One call to warm up, then doubling until the calls take 2 ms: 1 + (2^k - 1), and 2^(k-1) for each
// repetition.
TEST(Bench, ShortJobsAreCalledUntilTheyCanBeTimed) {
  calls.clear();
  run_benchmarks({{"test.empty"}, 2, 1}, [](const BenchRow&) {});
  const std::size_t timed = calls.size() / 4;
  EXPECT_GE(timed, 1u);
  EXPECT_EQ(timed & (timed - 1), 0u) << timed;
  EXPECT_EQ(calls.size(), 4 * timed);
}

TEST(Bench, CasesRunInTheOrderOfTheirNames) {
  std::vector<std::string> heard;
  const auto rows = run_benchmarks({{"st.emp", "test.outlier", "no such case"}, 1, 1},
                                   [&](const BenchRow& row) { heard.push_back(row.name); });
  EXPECT_THAT(heard, ElementsAre("test.empty", "test.outlier"));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[1].name, "test.outlier");
}

TEST(Bench, AnUnknownNameRunsNothing) {
  calls.clear();
  EXPECT_TRUE(run_benchmarks({{"no such case"}, 3, 1}, [](const BenchRow&) { FAIL(); }).empty());
  EXPECT_EQ(calls, "");
}

TEST(Bench, TheRowSaysWhetherTheGoalIsMet) {
  EXPECT_TRUE((BenchRow{"", 1, "", 0.8, "", 0.7}.ok()));
  EXPECT_TRUE((BenchRow{"", 1, "", 0.7, "", 0.7}.ok()));
  EXPECT_FALSE((BenchRow{"", 1, "", 0.6, "", 0.7}.ok()));
}

}  // namespace
}  // namespace bitbasin::bench_test
