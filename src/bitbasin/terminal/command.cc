// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/terminal/help.h"

namespace bitbasin {
namespace {

constexpr const char* kCommonGroup = "Common options";

// CLI11 hands over all values that a flag got; we take one.
CLI::callback_t once(const std::string& flag, std::function<void(const std::string&)> set) {
  return [flag, set = std::move(set)](const CLI::results_t& values) {
    if (values.size() > 1) fail("expected {} only once, got it {} times", flag, values.size());
    set(values.front());
    return true;
  };
}

// The placeholder of the value in the help: the choices themselves, a letter for a number, or a word for
// text.
std::string value_name(const std::string& range) {
  if (range.find('|') != std::string::npos) return range;
  if (range.starts_with("whole")) return "N";
  return range.starts_with("number") || range.starts_with("values") ? "X" : "TEXT";
}

}  // namespace

std::string Command::flag_name(std::string_view option_name) {
  std::string flag = "--" + std::string(option_name);
  std::ranges::replace(flag, '_', '-');
  return flag;
}

Command Command::add_group(const std::string& name, const std::string& description) {
  CLI::App* group = app_->add_subcommand(name, description);
  group->require_subcommand(1);
  group->set_help_flag("--help,-h", "print this help");
  return {*group, *invocation_};
}

Command Command::add_command(const std::string& name, const std::string& description,
                             std::initializer_list<std::string_view> examples, Action action) {
  CLI::App* app = app_->add_subcommand(name, description);
  app->footer(fmt::format("{}", fmt::join(examples, "\n")));
  app->callback([app, invocation = invocation_, path = command_path(*app), action = std::move(action)] {
    if (!app->get_subcommands().empty()) return;  // a subcommand was chosen
    invocation->command = path.substr(path.find(' ') + 1);
    invocation->action = action;
  });
  Command command{*app, *invocation_};
  command.add_options(common_option_table(), invocation_->common, kCommonGroup);
  command.add_value(
      {"--simd", "auto|scalar|ssse3|sse4|avx2|avx512|neon", "vector instructions to use", "auto",
       kCommonGroup},
      [invocation = invocation_](const std::string& level) { invocation->common.simd = level; });
  app->set_help_flag("--help,-h", "print this help")->group(kCommonGroup);
  return command;
}

void Command::add_value(const FlagText& text, Set set) {
  const std::string shown = value_name(text.range);
  app_->add_option(text.flag, once(text.flag, std::move(set)), text.meaning)
      ->type_name(shown)
      ->option_text(shown == text.range ? "" : text.range)
      ->default_str(text.default_text)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(text.group);
}

void Command::add_switch(const FlagText& text, std::function<void()> set) {
  app_->add_flag_callback(text.flag, std::move(set), text.meaning)
      ->disable_flag_override()
      ->group(text.group);
}

void Command::add_switch(const std::string& flag, bool& value, const std::string& meaning) {
  add_switch({flag, "", meaning, "", "Options"}, [&value] { value = true; });
}

void Command::add_file(const std::string& flag, std::string& path, const std::string& meaning,
                       bool required) {
  add_file(
      flag, [&path](const std::string& value) { path = value; }, meaning, required);
}

void Command::add_output_file(const std::string& flag, std::string& path, const std::string& meaning,
                              bool required) {
  const auto set = [&path, invocation = invocation_](const std::string& value) {
    path = value;
    invocation->output_files.push_back(value);
  };
  add_file(flag, set, meaning, required);
}

void Command::add_file(const std::string& flag, const Set& set, const std::string& meaning, bool required) {
  const auto set_name = [flag, set](const std::string& value) {
    if (value.empty() || value.starts_with("--")) {
      fail("expected a file name after {}, got {}", flag, quote(value));
    }
    set(value);
  };
  app_->add_option(flag, once(flag, set_name), meaning)
      ->type_name("FILE")
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->required(required);
}

void Command::add_text(const std::string& flag, std::string& text, const std::string& meaning) {
  const auto set = [&text](const std::string& value) { text = value; };
  app_->add_option(flag, once(flag, set), meaning)
      ->type_name("TEXT")
      ->default_str(text)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void Command::add_choice(const std::string& name, std::string& word, const std::vector<std::string>& choices,
                         const std::string& meaning) {
  const std::string list = fmt::format("{}", fmt::join(choices, "|"));
  const auto set = [=, &word](const std::string& value) {
    const std::vector<std::string_view> names(choices.begin(), choices.end());
    word = choices[parse_choice(name, value, names, list)];
  };
  app_->add_option(name, once(name, set), meaning)->type_name(list)->required();
}

void Command::add_words(const std::string& name, std::vector<std::string>& words,
                        const std::string& meaning) {
  app_->add_option(name, words, meaning)->type_name("WORD");
}

bool Command::given(const std::string& flag) const {
  return app_->count(flag) > 0;
}

}  // namespace bitbasin
