// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_bench_test {
namespace {

using ::testing::HasSubstr;

// The fastest benchmark, because these tests are about the command.
const std::string kOne = "bench bits.dot.row.cache --repetitions 1";

TEST(BenchCommand, PrintsATable) {
  const Outcome outcome = run_bitbasin(kOne);
  EXPECT_EQ(outcome.code, 0) << outcome;
  EXPECT_THAT(outcome.out, HasSubstr("benchmark "));
  EXPECT_THAT(outcome.out, HasSubstr("\nbits.dot.row.cache "));
  EXPECT_THAT(outcome.out, HasSubstr("/s "));
}

TEST(BenchCommand, SpeaksJson) {
  const auto json = run_bitbasin(kOne + " --json").json();
  ASSERT_EQ(json["rows"].size(), 1u);
  EXPECT_EQ(json["rows"][0]["name"], "bits.dot.row.cache");
  EXPECT_GT(json["rows"][0]["rate"], 0.0);
  EXPECT_GT(json["rows"][0]["floor_ratio"], 0.0);
  for (const char* key : {"unit", "floor", "goal", "ok"}) EXPECT_TRUE(json["rows"][0].contains(key)) << key;
}

TEST(BenchCommand, TheTimeLimitEndsItBetweenRowsAndKeepsThem) {
  // Thirteen rows or more, which together take many times as long.
  const Outcome outcome = run_bitbasin("bench bits --repetitions 20 --json --time-limit 0.1");
  EXPECT_EQ(outcome.code, 1) << outcome;
  EXPECT_LT(outcome.json()["rows"].size(), 13u);
  EXPECT_EQ(outcome.json()["stop_reason"], "time_limit");
}

TEST(BenchCommand, RefusesFiltersThatMatchNothing) {
  EXPECT_TRUE(run_bitbasin("bench nosuch").is_error_about("no benchmark has a name that contains nosuch"));
}

}  // namespace
}  // namespace bitbasin::command_bench_test
