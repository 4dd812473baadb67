// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/usage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "bitbasin/base/parse_number.h"
#include "bitbasin/base/spec.h"
#include "bitbasin/terminal/help.h"

namespace bitbasin {
namespace {

std::vector<std::string> command_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* sub : subcommands(command)) names.push_back(sub->get_name());
  return names;
}

std::vector<std::string> flag_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* flag : flags(command)) {
    for (const std::string& name : flag->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& names,
                       const CLI::App& command) {
  const std::vector<std::string_view> candidates(names.begin(), names.end());
  const std::string_view meant = nearest(word, candidates);
  return meant.empty() ? fmt::format("see {} --help", command_path(command))
                       : fmt::format("did you mean {}?", meant);
}

std::string unexpected_word(const CLI::App& command, const std::string& word) {
  const std::string path = command_path(command);
  if (word.starts_with('-')) {
    const std::string name = word.substr(0, word.find('='));
    return fmt::format("expected a flag of {}, got {}; {}", path, quote(name),
                       suggestion(name, flag_names(command), command));
  }
  if (const auto names = command_names(command); !names.empty()) {
    return fmt::format("expected a command of {} ({}), got {}; {}", path, fmt::join(names, ", "), quote(word),
                       suggestion(word, names, command));
  }
  return fmt::format("expected only flags after {}, got {}; see {} --help", path, quote(word), path);
}

// The first word, from the root down, that no command could use.
std::optional<std::string> unexpected(const CLI::App& command) {
  for (const std::string& word : command.remaining(false)) {
    if (word != "--") return unexpected_word(command, word);
  }
  const auto chosen = command.get_subcommands();
  return chosen.empty() ? std::nullopt : unexpected(*chosen.back());
}

}  // namespace

const CLI::App& chosen_command(const CLI::App& root) {
  const CLI::App* command = &root;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().back();
  return *command;
}

std::string usage_sentence(const CLI::App& root, const CLI::ParseError& error) {
  if (const auto sentence = unexpected(root)) return *sentence;
  const CLI::App& command = chosen_command(root);
  const std::string path = command_path(command);
  const std::string text = error.what();
  if (const auto names = command_names(command); error.get_name() == "RequiredError" && !names.empty()) {
    return fmt::format("expected a command of {} ({}), got none; see {} --help", path, fmt::join(names, ", "),
                       path);
  }
  if (error.get_name() == "RequiredError") {  // "--out is required"
    return fmt::format("{} is required by {}; see {} --help", text.substr(0, text.find(' ')), path, path);
  }
  if (error.get_name() == "ArgumentMismatch" && text.ends_with("missing")) {  // "--n: 1 required N missing"
    return fmt::format("expected a value after {}, got none", text.substr(0, text.find(':')));
  }
  if (error.get_name() == "ArgumentMismatch" && text.ends_with("flag override")) {  // "json was given a ..."
    return fmt::format("expected --{} without a value, got one", text.substr(0, text.find(' ')));
  }
  return fmt::format("cannot understand the command line, see {} --help: {}", path, text);
}

}  // namespace bitbasin
