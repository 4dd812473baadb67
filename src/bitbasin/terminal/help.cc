// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/help.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "bitbasin/base/error.h"
#include "bitbasin/base/parse_number.h"

namespace bitbasin {
namespace {

constexpr std::size_t kLeftColumn = 26;
constexpr std::size_t kLineWidth = 80;

bool has_value(const CLI::Option& option) {
  return option.get_expected_max() > 0;
}

// Two columns; the right one is wrapped, and starts on its own line if the left one is too long.
std::string row(const std::string& left, const std::string& right) {
  std::string out = "  " + left;
  out += left.size() + 3 > kLeftColumn ? "\n" + std::string(kLeftColumn, ' ')
                                       : std::string(kLeftColumn - left.size() - 2, ' ');
  std::size_t column = kLeftColumn;
  std::istringstream words(right);
  for (std::string word; words >> word;) {
    if (column + word.size() > kLineWidth) {
      out += "\n" + std::string(kLeftColumn, ' ');
      column = kLeftColumn;
    } else if (column > kLeftColumn) {
      out += ' ';
    }
    out += word;
    column += word.size() + 1;
  }
  return out + '\n';
}

std::string argument_usage(const CLI::Option& option) {
  std::string text = option.get_name(true);
  if (option.get_expected_max() > 1) text += "...";
  return option.get_required() ? text : "[" + text + "]";
}

// A command that does something by itself, with or without commands below it.
bool runs(const CLI::App& command) {
  return command.get_require_subcommand_min() == 0;
}

std::string markdown_escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string markdown_table(const std::vector<const CLI::Option*>& options) {
  std::string out = "| flag | value | default | meaning |\n|---|---|---|---|\n";
  for (const CLI::Option* o : options) {
    const std::string name =
        o->nonpositional() ? flag_text(*o) : o->get_name(true) + ' ' + o->get_type_name();
    out += fmt::format("| `{}` | {} | {} | {} |\n", markdown_escaped(name), o->get_option_text(),
                       o->get_required() ? "required" : o->get_default_str(),
                       markdown_escaped(o->get_description()));
  }
  return out;
}

void append_markdown(const CLI::App& command, std::string& out) {
  const auto below = subcommands(command);
  out += fmt::format("\n## {}\n\n{}\n", command_path(command), sentence(command.get_description()));
  if (runs(command)) {
    out += "\n```\n" + usage_line(command) + "\n```\n";
    auto own = arguments(command);
    for (const CLI::Option* flag : flags(command, "Options")) own.push_back(flag);
    if (!own.empty()) out += "\n" + markdown_table(own);
    out += fmt::format("\nExamples:\n\n```sh\n{}\n```\n", fmt::join(examples(command), "\n"));
  }
  for (const CLI::App* sub : below) append_markdown(*sub, out);
}

}  // namespace

std::string command_path(const CLI::App& command) {
  const CLI::App* parent = command.get_parent();
  return (parent != nullptr ? command_path(*parent) + ' ' : "") + command.get_name();
}

std::vector<const CLI::App*> subcommands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App*) { return true; });
}

const CLI::App& find_command(const CLI::App& root, const std::vector<std::string>& words) {
  const CLI::App* command = &root;
  for (const std::string& word : words) {
    const auto below = subcommands(*command);
    const auto found = std::ranges::find(below, word, [](const CLI::App* sub) { return sub->get_name(); });
    if (found == below.end()) {
      fail("expected a command of {}, got {}; see {} --help", command_path(*command), quote(word),
           command_path(*command));
    }
    command = *found;
  }
  return *command;
}

std::vector<const CLI::Option*> flags(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->nonpositional(); });
}

std::vector<const CLI::Option*> arguments(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<const CLI::Option*> flags(const CLI::App& command, const std::string& group) {
  return command.get_options(
      [&](const CLI::Option* option) { return option->nonpositional() && option->get_group() == group; });
}

std::string flag_text(const CLI::Option& option) {
  std::string text = option.get_name(false, true);
  std::ranges::replace(text, ',', ' ');
  if (has_value(option)) text += ' ' + option.get_type_name();
  return text;
}

std::string flag_meaning(const CLI::Option& option) {
  std::vector<std::string> notes;
  if (!option.get_option_text().empty()) notes.push_back(option.get_option_text());
  if (option.get_required()) notes.emplace_back("required");
  if (!option.get_default_str().empty()) notes.push_back("default " + option.get_default_str());
  return option.get_description() + (notes.empty() ? "" : fmt::format(" ({})", fmt::join(notes, "; ")));
}

std::string argument_text(const CLI::Option& option) {
  return option.get_name(true) + (choices(option).empty() ? "" : ' ' + option.get_type_name());
}

std::string usage_line(const CLI::App& command) {
  std::string text = command_path(command);
  if (!runs(command)) return text + " COMMAND";
  if (!subcommands(command).empty()) text += " [COMMAND]";
  for (const CLI::Option* argument : arguments(command)) text += ' ' + argument_usage(*argument);
  for (const CLI::Option* flag : flags(command)) {
    if (flag->get_required()) text += ' ' + flag_text(*flag);
  }
  return text + " [OPTIONS]";
}

std::vector<std::string> choices(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  return has_value(option) && type.find('|') != std::string::npos ? CLI::detail::split(type, '|')
                                                                  : std::vector<std::string>{};
}

std::vector<std::string> examples(const CLI::App& command) {
  std::vector<std::string> lines;
  if (!command.get_footer().empty()) return CLI::detail::split(command.get_footer(), '\n');
  for (const CLI::App* sub : subcommands(command)) {
    for (const std::string& line : examples(*sub)) {
      if (std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
    }
  }
  return lines;
}

std::string sentence(std::string description) {
  if (description.front() >= 'a' && description.front() <= 'z') description.front() -= 'a' - 'A';
  return description + '.';
}

std::string help_text(const CLI::App& command) {
  std::string out = fmt::format("{}: {}.\n\nUsage: {}\n", command_path(command), command.get_description(),
                                usage_line(command));
  if (const auto below = subcommands(command); !below.empty()) {
    out += "\nCommands:\n";
    for (const CLI::App* sub : below) out += row(sub->get_name(), sub->get_description());
  }
  if (const auto words = arguments(command); !words.empty()) {
    out += "\nArguments:\n";
    for (const CLI::Option* word : words) out += row(argument_text(*word), word->get_description());
  }
  for (const char* group : {"Options", "Common options"}) {
    const auto members = flags(command, group);
    if (!members.empty()) out += fmt::format("\n{}:\n", group);
    for (const CLI::Option* flag : members) out += row(flag_text(*flag), flag_meaning(*flag));
  }
  out += "\nExamples:\n";
  for (const std::string& line : examples(command)) out += "  " + line + '\n';
  return out;
}

std::string help_markdown(const CLI::App& root) {
  std::string out = "# Command line\n\n";
  out += "<!-- no block of this page is run: a test of the program runs every example of the help -->\n\n";
  out += "This page is generated by `bitbasin help --markdown`.\n";
  out += "[JSON and exit codes](json.md) describes what the commands return.\n";
  const CLI::App* leaf = &root;
  while (!subcommands(*leaf).empty()) leaf = subcommands(*leaf).front();
  out += "\n## Flags of every command\n\n" + markdown_table(flags(*leaf, "Common options"));
  for (const CLI::App* sub : subcommands(root)) append_markdown(*sub, out);
  return out;
}

}  // namespace bitbasin
