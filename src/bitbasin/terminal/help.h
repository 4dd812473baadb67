// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace bitbasin {

// "bitbasin generate perceptron".
std::string command_path(const CLI::App& command);

// The commands below this one, in the order they were added.
std::vector<const CLI::App*> subcommands(const CLI::App& command);

// The command that these words name, from the root down; fails if there is none.
const CLI::App& find_command(const CLI::App& root, const std::vector<std::string>& words);

// The flags of a command, and its arguments without a flag.
std::vector<const CLI::Option*> flags(const CLI::App& command);
std::vector<const CLI::Option*> arguments(const CLI::App& command);

// Those in a group: "Options" or "Common options".
std::vector<const CLI::Option*> flags(const CLI::App& command, const std::string& group);

// "--alpha X", and what it means: "patterns per synapse (number above 0; default auto)".
std::string flag_text(const CLI::Option& option);
std::string flag_meaning(const CLI::Option& option);

// "SHELL bash|zsh|fish": an argument with its choices, if it has any.
std::string argument_text(const CLI::Option& option);

// "bitbasin generate perceptron --out FILE [OPTIONS]".
std::string usage_line(const CLI::App& command);

// The words that a flag or argument takes, if only some words are allowed.
std::vector<std::string> choices(const CLI::Option& option);

// The examples of a command, or of those below it, one line each.
std::vector<std::string> examples(const CLI::App& command);

// A description as a sentence.
std::string sentence(std::string description);

// What --help prints.
std::string help_text(const CLI::App& command);

// The whole tree as a Markdown page: doc/reference/cli.md.
std::string help_markdown(const CLI::App& root);

}  // namespace bitbasin
