// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/report/page_template.h"

namespace bitbasin::command_playground_test {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(PlaygroundCommand, WritesThePageOrSaysThatThereIsNone) {
  const TempFolder folder;
  const Outcome outcome = run_bitbasin("playground --out page.html --json", folder.path());
  if (playground_template().empty()) {
    EXPECT_TRUE(outcome.is_error_about("built without the playground")) << outcome;
    EXPECT_FALSE(std::filesystem::exists(folder.path("page.html")));
    return;
  }
  const std::string page = file_bytes(folder.path("page.html"));
  EXPECT_EQ(outcome.json()["bytes"], page.size());
  EXPECT_THAT(page, StartsWith("<!doctype html>"));
  EXPECT_LT(page.size(), 3'000'000u);
}

}  // namespace
}  // namespace bitbasin::command_playground_test
