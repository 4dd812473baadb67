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
  EXPECT_TRUE(run_bitbasin("help bench --markdown").is_error_about("--markdown covers all commands"));
}

// Both formatters accept every page without a warning.
TEST(HelpCommand, ManPagesAreValid) {
  const TempFolder folder;
  const Outcome written = run_bitbasin("help --json --man pages", folder.path());
  EXPECT_GT(written.json()["pages"].get<int>(), 30) << written;
  const Outcome mandoc = run_shell("mandoc -T lint -W warning pages/*.1", folder.path());
  EXPECT_TRUE(mandoc.code == 0 && mandoc.out.empty() && mandoc.err.empty()) << mandoc;
  const Outcome groff =
      run_shell("for page in pages/*.1; do groff -man -ww -z -T utf8 $page; done", folder.path());
  EXPECT_TRUE(groff.code == 0 && groff.err.empty()) << groff;

  const std::string page = file_bytes(folder.path() + "/pages/bitbasin-solve-perceptron.1");
  for (const char* text :
       {".TH BITBASIN\\-SOLVE\\-PERCEPTRON 1 ", "\\fBbitbasin solve perceptron [OPTIONS]\\fR",
        "\n\\fB\\-\\-task classify|teacher\\fR\n", ".SH SEE ALSO\n\\fBbitbasin\\-solve\\fR(1)"}) {
    EXPECT_THAT(page, HasSubstr(text));
  }
  EXPECT_TRUE(
      run_bitbasin("help bench --man pages", folder.path()).is_error_about("--man covers all commands"));
}

}  // namespace
}  // namespace bitbasin::command_help_test
