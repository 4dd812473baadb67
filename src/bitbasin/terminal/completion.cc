// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <functional>
#include <vector>

#include "bitbasin/terminal/help.h"

// All three scripts work alike: they follow the words of the line down the tree to a command's path such as
// "bitbasin generate perceptron", and look up by it what may come next.

namespace bitbasin {
namespace {

// Calls visit for the command and all below it.
void for_each_command(const CLI::App& command, const std::function<void(const CLI::App&)>& visit) {
  visit(command);
  for (const CLI::App* sub : subcommands(command)) for_each_command(*sub, visit);
}

std::vector<std::string> paths_below(const CLI::App& root) {
  std::vector<std::string> paths;
  for_each_command(root, [&](const CLI::App& command) {
    if (&command != &root) paths.push_back(command_path(command));
  });
  return paths;
}

bool takes_value(const CLI::Option& flag) {
  return flag.get_expected_max() > 0;
}

std::string long_name(const CLI::Option& flag) {
  return flag.get_lnames().front();
}

// The words that may follow a command: commands, choices of an argument, flags.
std::vector<std::string> next_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* sub : subcommands(command)) words.push_back(sub->get_name());
  for (const CLI::Option* argument : arguments(command)) {
    for (const std::string& choice : choices(*argument)) words.push_back(choice);
  }
  for (const CLI::Option* flag : flags(command)) words.push_back("--" + long_name(*flag));
  return words;
}

// For single quotes in zsh and fish; descriptions are plain text, so only apostrophes need care.
std::string single_quoted(std::string text, const std::string& quote_in_quotes) {
  for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += quote_in_quotes.size()) {
    text.replace(at, 1, quote_in_quotes);
  }
  return "'" + text + "'";
}

}  // namespace

std::string bash_completion(const CLI::App& root) {
  const std::string program = root.get_name();
  std::string out = fmt::format(
      "# bash completion for {0}, made by `{0} completion bash`.\n"
      "_{0}() {{\n"
      "  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}} path={0} i\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \"$path ${{COMP_WORDS[i]}}\" in\n"
      "      '{1}') path=\"$path ${{COMP_WORDS[i]}}\" ;;\n"
      "    esac\n"
      "  done\n"
      "  COMPREPLY=()\n"
      "  case \"$path $prev\" in\n",
      program, fmt::join(paths_below(root), "' | '"));
  for_each_command(root, [&](const CLI::App& command) {
    for (const CLI::Option* flag : flags(command)) {
      if (!takes_value(*flag)) continue;
      out += fmt::format("    '{} --{}') ", command_path(command), long_name(*flag));
      const auto words = choices(*flag);
      if (!words.empty())
        out += fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$cur\")); ", fmt::join(words, " "));
      out += "return ;;\n";
    }
  });
  out += "  esac\n  case $path in\n";
  for_each_command(root, [&](const CLI::App& command) {
    out += fmt::format("    '{}') COMPREPLY=($(compgen -W '{}' -- \"$cur\")) ;;\n", command_path(command),
                       fmt::join(next_words(command), " "));
  });
  return out + fmt::format("  esac\n}}\ncomplete -o bashdefault -o default -F _{0} {0}\n", program);
}

std::string zsh_completion(const CLI::App& root) {
  const std::string program = root.get_name();
  const auto described = [](const std::string& word, const std::string& description) {
    return single_quoted(word + ':' + description, "'\\''");
  };
  std::string out = fmt::format(
      "#compdef {0}\n"
      "# zsh completion for {0}, made by `{0} completion zsh`.\n"
      "_{0}() {{\n"
      "  local at={0} word\n"
      "  local -a items\n"
      "  for word in \"${{(@)words[2,CURRENT-1]}}\"; do\n"
      "    case \"$at $word\" in\n"
      "      ('{1}') at=\"$at $word\" ;;\n"
      "    esac\n"
      "  done\n"
      "  case \"$at ${{words[CURRENT-1]}}\" in\n",
      program, fmt::join(paths_below(root), "'|'"));
  for_each_command(root, [&](const CLI::App& command) {
    for (const CLI::Option* flag : flags(command)) {
      if (!takes_value(*flag)) continue;
      const auto words = choices(*flag);
      out += fmt::format("    ('{} --{}') {}; return ;;\n", command_path(command), long_name(*flag),
                         words.empty() ? "_files" : fmt::format("compadd -- {}", fmt::join(words, " ")));
    }
  });
  out += "  esac\n  case $at in\n";
  for_each_command(root, [&](const CLI::App& command) {
    out += fmt::format("    ('{}')\n      items=(\n", command_path(command));
    for (const CLI::App* sub : subcommands(command)) {
      out += "        " + described(sub->get_name(), sub->get_description()) + '\n';
    }
    for (const CLI::Option* argument : arguments(command)) {
      for (const std::string& choice : choices(*argument)) {
        out += "        " + described(choice, argument->get_description()) + '\n';
      }
    }
    for (const CLI::Option* flag : flags(command)) {
      out += "        " + described("--" + long_name(*flag), flag->get_description()) + '\n';
    }
    out += "      ) ;;\n";
  });
  return out + fmt::format(
                   "  esac\n"
                   "  _describe {0} items || _files\n"
                   "}}\n"
                   "if [[ $funcstack[1] == _{0} ]]; then\n"
                   "  _{0} \"$@\"\n"
                   "else\n"
                   "  compdef _{0} {0}\n"
                   "fi\n",
                   program);
}

std::string fish_completion(const CLI::App& root) {
  const std::string program = root.get_name();
  const auto quoted_text = [](const std::string& text) { return single_quoted(text, "\\'"); };
  std::string out = fmt::format(
      "# fish completion for {0}, made by `{0} completion fish`.\n"
      "function __{0}_at\n"
      "  set -l at {0}\n"
      "  for word in (commandline -opc)[2..-1]\n"
      "    switch \"$at $word\"\n"
      "      case '{1}'\n"
      "        set at \"$at $word\"\n"
      "    end\n"
      "  end\n"
      "  test \"$at\" = \"$argv\"\n"
      "end\n",
      program, fmt::join(paths_below(root), "' '"));
  for_each_command(root, [&](const CLI::App& command) {
    const std::string start =
        fmt::format("complete -c {} -n '__{}_at {}'", program, program, command_path(command));
    for (const CLI::App* sub : subcommands(command)) {
      out += fmt::format("{} -f -a {} -d {}\n", start, sub->get_name(), quoted_text(sub->get_description()));
    }
    for (const CLI::Option* argument : arguments(command)) {
      for (const std::string& choice : choices(*argument)) {
        out += fmt::format("{} -f -a {} -d {}\n", start, choice, quoted_text(argument->get_description()));
      }
    }
    for (const CLI::Option* flag : flags(command)) {
      const auto words = choices(*flag);
      out += fmt::format("{} -l {}{} -d {}\n", start, long_name(*flag),
                         !words.empty()       ? fmt::format(" -x -a '{}'", fmt::join(words, " "))
                         : takes_value(*flag) ? " -r -F"
                                              : "",
                         quoted_text(flag->get_description()));
    }
  });
  return out;
}

}  // namespace bitbasin
