// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/terminal/command.h"

namespace bitbasin {

// A program as the user sees it.
struct CommandLine {
  std::string name;
  std::string description;
  std::string examples;  // one line each, which run as they are
  void (*add_commands)(Command& root);
};

// Parses the words after the program's name and runs the chosen command. Throws an Error if they are wrong.
// If several processes get the same words, the silent ones leave help, version and errors to another.
ExitCode run_command_line(const CommandLine& program, std::vector<std::string> words, bool silent);

}  // namespace bitbasin
