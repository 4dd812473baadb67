// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::command_help_test {
namespace {

using ::testing::HasSubstr;

TEST(HelpCommand, IsTheSameAsTheFlag) {
  EXPECT_EQ(run_bitbasin("help").out, run_bitbasin("--help").out);
  EXPECT_EQ(run_bitbasin("help generate ksat").out, run_bitbasin("generate ksat --help").out);
}

TEST(HelpCommand, SpeaksJson) {
  const Outcome outcome = run_bitbasin("help bench --json");
  EXPECT_EQ(outcome.json()["text"], run_bitbasin("bench --help").out);
  EXPECT_EQ(outcome.json()["command"], "help");
}

TEST(HelpCommand, MarkdownTellsOfEveryCommand) {
  const std::string page = run_bitbasin("help --markdown").out;
  for (const char* title :
       {"## Flags of every command", "## bitbasin generate perceptron", "## bitbasin check ksat",
        "## bitbasin bench", "## bitbasin completion", "## bitbasin help"}) {
    EXPECT_THAT(page, HasSubstr(title));
  }
  EXPECT_THAT(page, HasSubstr("| `--task classify\\|teacher` |"));
  EXPECT_TRUE(run_bitbasin("help bench --markdown").is_error_about("expected --markdown alone"));
}

}  // namespace
}  // namespace bitbasin::command_help_test
