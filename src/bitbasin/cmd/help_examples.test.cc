// SPDX-License-Identifier: Apache-2.0
// Runs every example of every --help page with the real program.
#include <gtest/gtest.h>

#include <sstream>
#include <vector>

#include "bitbasin/cmd/run_program.test.h"

namespace bitbasin {
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
void run_page(const std::string& command, int& pages) {
  const std::string help = run_bitbasin(command + " --help").out;
  const auto examples = section(help, "Examples");
  EXPECT_FALSE(examples.empty()) << "no examples in: bitbasin " << command << " --help";
  const TempFolder folder;
  for (const std::string& line : examples) {
    const Outcome outcome = run_shell(line, folder.path());
    EXPECT_EQ(outcome.code, 0) << "in bitbasin " << command << " --help: " << line << "\n" << outcome;
  }
  ++pages;
  for (const std::string& name : commands_below(help))
    run_page(command.empty() ? name : command + ' ' + name, pages);
}

TEST(House, ExamplesInHelpRun) {
  int pages = 0;
  run_page("", pages);
  EXPECT_GE(pages, 10);  // the program, two groups, seven commands
}

}  // namespace
}  // namespace bitbasin
