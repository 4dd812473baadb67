// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_report_test {
namespace {

using ::testing::HasSubstr;

TEST(ReportCommand, WritesOneFile) {
  const TempFolder folder;
  ASSERT_EQ(run_bitbasin("reproduce equilibrium-capacity --store a.db --out first.html", folder.path()).code,
            0);
  const auto json = run_bitbasin("report --store a.db --out second.html --json", folder.path()).json();
  EXPECT_EQ(json["file"], "second.html");
  EXPECT_EQ(json["bytes"], file_bytes(folder.path("second.html")).size());
  EXPECT_EQ(file_bytes(folder.path("first.html")), file_bytes(folder.path("second.html")));
  EXPECT_THAT(file_bytes(folder.path("second.html")), HasSubstr("0.8330786"));
}

TEST(ReportCommand, RefusesWhatIsNoStore) {
  const TempFolder folder;
  folder.add("notes.txt", "these are no results");
  EXPECT_TRUE(run_bitbasin("report --store none.db", folder.path()).is_error_about("none.db"));
  EXPECT_TRUE(run_bitbasin("report --store notes.txt", folder.path()).is_error_about("notes.txt"));
  EXPECT_TRUE(run_bitbasin("report", folder.path()).is_error_about("--store"));
  EXPECT_FALSE(std::filesystem::exists(folder.path("report.html")));
}

}  // namespace
}  // namespace bitbasin::command_report_test
