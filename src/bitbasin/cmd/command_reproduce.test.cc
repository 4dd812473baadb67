// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/reproduce/claim.h"

namespace bitbasin {
namespace {

using ::testing::HasSubstr;

TEST(Reproduce, ListsEveryClaimAndMeasuresNone) {
  const TempFolder folder;
  const auto json = run_bitbasin("reproduce --list --json", folder.path()).json();
  ASSERT_EQ(json["claims"].size(), claims().size());
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(Reproduce, MeasuresClaimsIntoAStore) {
  const TempFolder folder;
  const std::string line = "reproduce equilibrium-capacity teacher-transition typical-isolated --json";
  const auto json = run_bitbasin(line, folder.path()).json();
  ASSERT_EQ(json["claims"].size(), 3u);
  const auto& row = json["claims"][0];
  EXPECT_EQ(row["id"], "equilibrium-capacity");
  EXPECT_EQ(row["measured"], "0.8330786");
  EXPECT_EQ(row["verdict"], "reproduced");
  EXPECT_EQ(json["known_before"], 0);
  EXPECT_THAT(file_bytes(folder.path("report.html")), HasSubstr("0.8330786"));

  const auto again = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(again["known_before"], json["runs"]);
  EXPECT_EQ(again["claims"], json["claims"]);
}

TEST(Reproduce, SaysWhatIsToBeDone) {
  const TempFolder folder;
  const std::string line = "reproduce equilibrium-capacity typical-isolated --dry-run --json";
  const auto before = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(before["remaining"], before["tasks"]);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  ASSERT_EQ(run_bitbasin("reproduce equilibrium-capacity", folder.path()).code, 0);
  const auto after = run_bitbasin(line, folder.path()).json();
  EXPECT_EQ(after["done"], 1);
  EXPECT_EQ(after["remaining"], before["tasks"].get<int>() - 1);
}

TEST(Reproduce, LeavesWhatItHasWhenTheTimeIsOver) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin(
      "reproduce equilibrium-capacity overlap-transition --time-limit 0.5 --json", folder.path());
  const auto json = outcome.json();
  EXPECT_EQ(json["stop_reason"], "time_limit") << outcome;
  ASSERT_EQ(json["claims"].size(), 2u);
  EXPECT_EQ(json["claims"][1]["verdict"], "not run");
  EXPECT_THAT(json["claims"][1]["why"].get<std::string>(), HasSubstr("0 of 1 runs are there"));
  EXPECT_TRUE(std::filesystem::exists(folder.path("report.html")));
}

TEST(Reproduce, SaysWhichDataAreMissing) {
  const TempFolder folder;
  const Outcome outcome =
      run_shell("BITBASIN_DATA=nowhere bitbasin reproduce mnist-small walk --json", folder.path());
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["claims"].size(), 2u);
  for (const auto& row : json["claims"]) {
    EXPECT_EQ(row["verdict"], "not run");
    EXPECT_THAT(row["why"].get<std::string>(), HasSubstr("bitbasin data fetch mnist"));
  }
}

TEST(Reproduce, RefusesAnUnknownClaim) {
  const TempFolder folder;
  EXPECT_TRUE(run_bitbasin("reproduce capacity", folder.path()).is_error_about("expected one of the claims"));
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace bitbasin
