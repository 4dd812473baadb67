// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/base/options.h"
#include "bitbasin/terminal/exit_code.h"
#include "bitbasin/terminal/session.h"

namespace CLI {
class App;
}

namespace bitbasin {

// What a command does after its flags have been read.
using Action = std::function<ExitCode(Session&)>;

// The result of parsing a command line.
struct Invocation {
  CommonOptions common;
  std::string command;  // "generate perceptron"
  Action action;
  std::vector<std::string> output_files;  // that flags name
};

// A node in the tree of commands, which hides CLI11 from the files that define commands. Values that flags
// are read into must outlive the tree: hold them by a shared pointer in the action.
class Command {
 public:
  Command(CLI::App& app, Invocation& invocation) : app_(&app), invocation_(&invocation) {}

  // A command with commands below it.
  Command add_group(const std::string& name, const std::string& description);
  // A command that does something; there may be commands below it as well. Each line of `examples` works as
  // it is, in order.
  Command add_command(const std::string& name, const std::string& description,
                      std::initializer_list<std::string_view> examples, Action action);

  // A flag for each option of a table: max_iterations is --max-iterations.
  template <class Options>
  void add_options(const OptionTable<Options>& table, Options& options,
                   const std::string& group = "Options") {
    for (const Option<Options>& o : table) {
      const FlagText text{flag_name(o.name), o.range, o.meaning, to_text(o.get(options)), group};
      const auto set = [&o, &options, flag = text.flag](const std::string& value) {
        o.set(options, flag, value);
      };
      o.is_flag ? add_switch(text, [set] { set("true"); }) : add_value(text, set);
    }
  }
  void add_switch(const std::string& flag, bool& value, const std::string& meaning);
  void add_file(const std::string& flag, std::string& path, const std::string& meaning,
                bool required = false);
  // A file that the command writes. Checked to be writable before the command does anything.
  void add_output_file(const std::string& flag, std::string& path, const std::string& meaning,
                       bool required = false);
  // Any text, such as a spec string.
  void add_text(const std::string& flag, std::string& text, const std::string& meaning);
  // One of some words as an argument without a flag, and any number of words.
  void add_choice(const std::string& name, std::string& word, const std::vector<std::string>& choices,
                  const std::string& meaning);
  void add_words(const std::string& name, std::vector<std::string>& words, const std::string& meaning);

  // Whether the flag was on the command line.
  bool given(const std::string& flag) const;

  const CLI::App& app() const { return *app_; }

 private:
  struct FlagText {
    std::string flag;
    std::string range;
    std::string meaning;
    std::string default_text;
    std::string group;
  };
  using Set = std::function<void(const std::string&)>;
  static std::string flag_name(std::string_view option_name);
  void add_value(const FlagText& text, Set set);
  void add_switch(const FlagText& text, std::function<void()> set);
  void add_file(const std::string& flag, const Set& set, const std::string& meaning, bool required);

  CLI::App* app_;
  Invocation* invocation_;
};

}  // namespace bitbasin
