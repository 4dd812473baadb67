// SPDX-License-Identifier: Apache-2.0
// Runs every example of every --help page with the real program.
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin::help_examples_test {
namespace {

// The indented lines under a title, without the indentation.
std::vector<std::string> section(const std::string& help, const std::string& title) {
  std::vector<std::string> lines;
  std::istringstream stream(help);
  bool inside = false;
  for (std::string line; std::getline(stream, line);) {
    if (inside && line.starts_with("  ")) {
      lines.push_back(line.substr(2));
    } else {
      inside = line == title + ":";
    }
  }
  return lines;
}

// The commands named in a help page; continuation lines start with a space.
std::vector<std::string> commands_below(const std::string& help) {
  std::vector<std::string> names;
  for (const std::string& line : section(help, "Commands")) {
    if (!line.starts_with(' ')) names.push_back(line.substr(0, line.find(' ')));
  }
  return names;
}

// Every page must stand alone: its examples run in order in a fresh folder.
void run_examples(const std::string& command, const std::string& help) {
  const auto examples = section(help, "Examples");
  EXPECT_FALSE(examples.empty()) << "no examples in: bitbasin " << command << " --help";
  const TempFolder folder;
  for (const std::string& line : examples) {
    const Outcome outcome = run_shell(line, folder.path());
    if (outcome.is_error_about("built without the playground")) continue;
    EXPECT_EQ(outcome.code, 0) << "in bitbasin " << command << " --help: " << line << "\n" << outcome;
  }
}

void run_page(const std::string& command, int& pages) {
  const std::string help = run_bitbasin(command + " --help").out;
  run_examples(command, help);
  ++pages;
  for (const std::string& name : commands_below(help)) run_page(command + ' ' + name, pages);
}

// The commands are dealt out to a few tests, which may run at the same time.
constexpr std::size_t kHands = 6;

class HelpExamples : public testing::TestWithParam<std::size_t> {};

TEST_P(HelpExamples, Run) {
  const std::string help = run_bitbasin("--help").out;
  if (GetParam() == 0) run_examples("", help);
  const auto names = commands_below(help);
  ASSERT_GE(names.size(), 2 * kHands);
  int pages = 0;
  for (std::size_t i = GetParam(); i < names.size(); i += kHands) run_page(names[i], pages);
  EXPECT_GE(pages, 2);
}

INSTANTIATE_TEST_SUITE_P(Help, HelpExamples, testing::Range(std::size_t{0}, kHands));

}  // namespace
}  // namespace bitbasin::help_examples_test
