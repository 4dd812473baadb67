// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bench/bench.h"

#include <gtest/gtest.h>

namespace bitbasin {
namespace {

int calls_of_job = 0;
int calls_of_floor = 0;

const RegisterBenchmark kTestCase("test.only", [](const BenchOptions&) {
  return BenchCase{"calls", 1, 0.5, [] { ++calls_of_job; }, {{"nothing", [] { ++calls_of_floor; }}}};
});

TEST(Bench, RunsTheNamedCaseAndItsFloor) {
  int heard = 0;
  const auto rows = run_benchmarks({{"test.only"}, 3, 1}, [&](const BenchRow&) { ++heard; });
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(heard, 1);
  EXPECT_GT(calls_of_job, 3);
  EXPECT_GT(calls_of_floor, 3);
  EXPECT_GT(rows[0].rate, 0);
  EXPECT_GT(rows[0].floor_ratio, 0);
  EXPECT_EQ(rows[0].floor, "nothing");
}

TEST(Bench, AnUnknownNameRunsNothing) {
  EXPECT_TRUE(run_benchmarks({{"no such case"}, 3, 1}, [](const BenchRow&) { FAIL(); }).empty());
}

TEST(Bench, TheRowSaysWhetherTheGoalIsMet) {
  EXPECT_TRUE((BenchRow{"", 1, "", 0.8, "", 0.7}.ok()));
  EXPECT_FALSE((BenchRow{"", 1, "", 0.6, "", 0.7}.ok()));
}

}  // namespace
}  // namespace bitbasin
