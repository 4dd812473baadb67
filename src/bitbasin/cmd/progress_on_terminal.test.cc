// SPDX-License-Identifier: Apache-2.0
// After a command, a terminal shows its results and nothing of its progress line.
#include <gmock/gmock.h>

#include "bitbasin/cmd/pseudo_terminal.test.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::progress_on_terminal_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(ScreenOfATerminal, ShowsWhatWasNotErased) {
  Screen screen(10);
  screen.put("table\r\nline 1/2\r\x1b[");
  screen.put("K\x1b[A\x1b[Kresult\r\n12345678901\rx");
  EXPECT_THAT(screen.lines(), ::testing::ElementsAre("result", "1234567890", "x"));
  EXPECT_EQ(screen.cursor_column(), 1u);
}

// A progress line has a rate, a percentage or a count of something; a result has none of these.
void expect_no_progress(const TerminalOutcome& outcome) {
  EXPECT_TRUE(outcome.drew_progress()) << outcome.bytes;
  for (const std::string& line : outcome.lines) {
    EXPECT_THAT(line, Not(::testing::AnyOf(HasSubstr("/s"), HasSubstr("%)"), HasSubstr(" s left"))));
  }
  EXPECT_EQ(outcome.cursor_column, 0u) << outcome.text();  // the shell's prompt starts on a new line
}

constexpr const char* kSweep = R"(
[[sweep]]
kind = "solve perceptron"
n = 201
alpha = 2
algorithm = ["sa:sweeps=1000000000", "sbpi"]
instances = 2
)";

TEST(ProgressOnATerminal, IsErasedBeforeAnythingElseIsPrinted) {
  const TempFolder folder;
  folder.add("a.toml", kSweep);
  const struct {
    const char* line;
    const char* shown;  // at the beginning of a line
  } cases[] = {
      // Nothing is solved, so these end at the time limit.
      {"solve perceptron --n 1001 --alpha 1.5 --time-limit 0.6", "not solved: "},
      {"solve perceptron --n 1001 --alpha 1.5 --time-limit 0.6 --algorithm sbpi", "not solved: "},
      {"solve perceptron --n 1001 --alpha 1.5 --time-limit 0.6 --json", "{"},
      {"solve ksat --n 2000 --alpha 8 --time-limit 0.6", "not solved: "},
      {"walk perceptron --n 1001 --alpha 0.2 --sweeps 1000000000 --time-limit 1", "   proposals"},
      {"sweep a.toml --store runs.db --time-limit 0.6", "4 tasks: "},
      {"reproduce overlap-transition capacity-sbpi --store r.db --out r.html --time-limit 0.6", "claim "},
  };
  for (const auto& c : cases) {
    const TerminalOutcome outcome = run_on_terminal(std::string("exec bitbasin ") + c.line, folder.path());
    EXPECT_EQ(outcome.code, 1) << c.line << "\n" << outcome.text();
    EXPECT_THAT("\n" + outcome.text(), HasSubstr(std::string("\n") + c.shown)) << c.line;
    SCOPED_TRACE(c.line);
    expect_no_progress(outcome);
  }
}

TEST(ProgressOnATerminal, IsErasedAmongTheLinesOfATraining) {
  const TempFolder folder;
  const TerminalOutcome made =
      run_on_terminal("exec bitbasin generate images --out letters --train 3000 --test 100", folder.path());
  ASSERT_EQ(made.code, 0) << made.text();
  const TerminalOutcome outcome = run_on_terminal(
      "exec bitbasin train --dataset letters --features threshold --k1 5 --k2 60 --epochs 1000000 "
      "--robustness 1000 "
      "--time-limit 1",
      folder.path());
  EXPECT_LE(outcome.code, 1) << outcome.text();
  EXPECT_TRUE(outcome.drew_progress());
  EXPECT_EQ(outcome.cursor_column, 0u);
  EXPECT_THAT(outcome.text(), HasSubstr("\ntraining errors "));
  EXPECT_THAT(outcome.text(), Not(HasSubstr(" s left")));
}

// The sentence of an error is on its own line, whatever was there before.
TEST(ProgressOnATerminal, IsErasedBeforeAnError) {
  const TempFolder folder;
  const TerminalOutcome full = run_on_terminal(
      "exec bitbasin solve perceptron --n 1001 --alpha 1.5 --time-limit 0.6 --save /dev/full", folder.path());
  EXPECT_EQ(full.code, 2);
  expect_no_progress(full);
  ASSERT_EQ(full.lines.size(), 1u) << full.text();
  EXPECT_THAT(full.lines[0], HasSubstr("bitbasin: cannot write /dev/full"));
}

TEST(ProgressOnATerminal, IsErasedAfterInterrupts) {
  const TempFolder folder;
  folder.add("a.toml", kSweep);
  bool sent = false;
  const auto interrupt = [&sent](pid_t program, const std::string& bytes) {
    if (sent || bytes.find("\ntasks ") == std::string::npos) return;  // not drawn yet
    kill(program, SIGINT);
    sent = true;
  };
  const TerminalOutcome outcome =
      run_on_terminal("exec bitbasin sweep a.toml --store runs.db", folder.path(), interrupt);
  EXPECT_EQ(outcome.code, 130) << outcome.text();
  expect_no_progress(outcome);
  EXPECT_THAT(outcome.text(), HasSubstr("\n4 tasks: "));
}

}  // namespace
}  // namespace bitbasin::progress_on_terminal_test
