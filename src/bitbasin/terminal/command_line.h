// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bitbasin/terminal/command.h"

namespace bitbasin {

// A program as the user meets it.
struct CommandLine {
  std::string name;
  std::string description;
  std::string examples;  // one line each, run as they stand
  void (*add_commands)(Command& root);
};

// Reads the words behind the program's name and runs the command that they choose. Throws an Error where they
// are wrong. A silent process, one of several that were given the same words, leaves all that the words alone
// decide to another: help, version and errors.
ExitCode run_command_line(const CommandLine& program, std::vector<std::string> words, bool silent);

}  // namespace bitbasin
