// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/network/toy_model.test.h"
#include "bitbasin/report/base64.h"
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

TEST(PlaygroundCommand, TakesAnotherModel) {
  if (playground_template().empty()) GTEST_SKIP() << "this build has no playground";
  const TempFolder folder;
  write_model(folder.path("toy.model"),
              toy_model("threshold", random_glyphs({3, 60, 20, 6, 3, 1}, 1).train, {0, 3, 4, 0}));
  ASSERT_EQ(run_bitbasin("playground --model toy.model --out page.html", folder.path()).code, 0);
  EXPECT_THAT(file_bytes(folder.path("page.html")), HasSubstr(base64(file_bytes(folder.path("toy.model")))));
  folder.add("notes.txt", "this is no model");
  EXPECT_TRUE(run_bitbasin("playground --model notes.txt", folder.path()).is_error_about("notes.txt"));
}

}  // namespace
}  // namespace bitbasin::command_playground_test
