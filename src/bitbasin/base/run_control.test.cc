// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/run_control.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

namespace bitbasin::run_control_test {
namespace {

TEST(RunControl, WithoutLimitsNeverStops) {
  RunControl control;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(control.spend(1'000'000'000));
  EXPECT_EQ(control.spent(), 1'000'000'000'000u);
  EXPECT_EQ(control.stop_reason(), StopReason::none);
  control.report({"nobody listens"});
}

TEST(RunControl, BudgetIsExactAndNeverExceeded) {
  RunControl control({.work = 10});
  int pieces = 0;
  while (control.spend(3)) ++pieces;
  EXPECT_EQ(pieces, 3);
  EXPECT_EQ(control.spent(), 9u);  // what does not fit is not counted
  EXPECT_EQ(control.stop_reason(), StopReason::budget);
  EXPECT_FALSE(control.spend(1)) << "stopped is stopped";

  RunControl exact({.work = 10});
  while (exact.spend(2)) continue;
  EXPECT_EQ(exact.spent(), 10u);
}

TEST(RunControl, CancelFlagStopsAtOnce) {
  std::atomic<bool> flag = false;
  RunControl control({.work = 100, .cancelled = &flag});
  EXPECT_TRUE(control.spend(1));
  std::thread([&] { flag = true; }).join();
  EXPECT_FALSE(control.spend(1));
  EXPECT_EQ(control.stop_reason(), StopReason::cancelled);
  EXPECT_EQ(control.spent(), 1u);
}

TEST(RunControl, TimeLimitIsMetWithFewReadingsOfTheClock) {
  double now = 100;
  int readings = 0;
  RunLimits limits{.seconds = 1.0};
  limits.clock = [&] {
    ++readings;
    return now;
  };
  RunControl control(limits);
  constexpr double kPiece = 1e-6;
  while (control.spend(5)) now += kPiece;
  EXPECT_EQ(control.stop_reason(), StopReason::time_limit);
  EXPECT_GE(control.seconds(), 1.0 - 1e-9);
  EXPECT_LE(control.seconds(), 1.0 + 5e-3);
  EXPECT_GE(readings, 250);   // every 4 ms at least ...
  EXPECT_LE(readings, 1500);  // ... of a million pieces
}

TEST(RunControl, TimeLimitIsMetWhenWorkGetsDearer) {
  double now = 0;
  RunLimits limits{.seconds = 1.0};
  limits.clock = [&] { return now; };
  RunControl control(limits);
  for (int i = 0; i < 100'000; ++i) {
    ASSERT_TRUE(control.spend(1));
    now += 1e-6;
  }
  while (control.spend(100'000)) now += 0.1;  // the clock is read after a long piece
  EXPECT_LE(control.seconds(), 1.0 + 0.2);
}

TEST(RunControl, AnExpiredLimitStopsTheFirstPiece) {
  RunControl control({.seconds = 0});
  EXPECT_FALSE(control.spend(1));
  EXPECT_EQ(control.stop_reason(), StopReason::time_limit);
  EXPECT_EQ(control.spent(), 0u);
}

TEST(RunControl, ReportsTenTimesASecond) {
  double now = 0;
  std::vector<Progress> seen;
  RunLimits limits;
  limits.clock = [&] { return now; };
  limits.on_progress = [&](const Progress& p) { seen.push_back(p); };
  RunControl control(limits);
  for (std::uint64_t i = 0; i < 1000; ++i) {
    control.report({"solving", i, 1000, 3.0});
    now += 1e-3;
  }
  ASSERT_GE(seen.size(), 8u);
  ASSERT_LE(seen.size(), 10u);
  EXPECT_EQ(seen[0].phase, "solving");
  EXPECT_NEAR(static_cast<double>(seen[0].done), 100, 2);
  EXPECT_EQ(seen[0].total, 1000u);
  EXPECT_EQ(seen[0].best, 3.0);
}

TEST(RunControl, ReasonsHaveNames) {
  EXPECT_EQ(to_string(StopReason::none), "none");
  EXPECT_EQ(to_string(StopReason::budget), "budget");
  EXPECT_EQ(to_string(StopReason::time_limit), "time_limit");
  EXPECT_EQ(to_string(StopReason::cancelled), "cancelled");
}

}  // namespace
}  // namespace bitbasin::run_control_test
