// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/man_page.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>
#include <string_view>

#include "bitbasin/base/version.h"
#include "bitbasin/terminal/help.h"

namespace bitbasin {
namespace {

constexpr std::size_t kLongestLine = 78;

std::string_view roff_character(const char& c) {
  switch (c) {
    case '\\':
      return "\\e";
    case '-':
      return "\\-";  // the ASCII character, even on a terminal that has a hyphen
    case '\'':
      return "\\(aq";
    case '`':
      return "\\(ga";
    case '^':
      return "\\(ha";
    case '~':
      return "\\(ti";
    default:
      return {&c, 1};
  }
}

// Literal text, even at the start of a line, where a dot would begin a request.
std::string roff(std::string_view text) {
  std::string out = text.starts_with('.') ? "\\&" : "";
  for (const char& c : text) out += roff_character(c);
  return out;
}

// A paragraph on lines that are not too long.
std::string wrapped(const std::string& text) {
  std::string out;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    word = roff(word);
    const bool fits = column + 1 + word.size() <= kLongestLine;
    if (column > 0) out += fits ? ' ' : '\n';
    column = fits && column > 0 ? column + 1 + word.size() : word.size();
    out += word;
  }
  return out + '\n';
}

std::string bold(const std::string& text) {
  return "\\fB" + roff(text) + "\\fR";
}

std::string item(const std::string& name, const std::string& meaning) {
  return ".TP\n" + bold(name) + '\n' + wrapped(meaning);
}

// "bitbasin-solve-perceptron".
std::string page_name(const CLI::App& command) {
  std::string name = command_path(command);
  std::ranges::replace(name, ' ', '-');
  return name;
}

std::string options_section(const CLI::App& command, const std::string& title, const std::string& group) {
  std::string out;
  for (const CLI::Option* flag : flags(command, group)) out += item(flag_text(*flag), flag_meaning(*flag));
  return out.empty() ? "" : fmt::format(".SH {}\n{}", title, out);
}

std::string see_also(const CLI::App& command) {
  std::vector<std::string> pages;
  if (command.get_parent() != nullptr) pages.push_back(page_name(*command.get_parent()));
  for (const CLI::App* sub : subcommands(command)) pages.push_back(page_name(*sub));
  for (std::string& page : pages) page = bold(page) + "(1)";
  return fmt::format(".SH SEE ALSO\n{}\n", fmt::join(pages, ",\n"));
}

std::string page_text(const CLI::App& command) {
  const std::string name = page_name(command);
  std::string title = roff(name);
  std::ranges::transform(title, title.begin(),
                         [](char c) { return 'a' <= c && c <= 'z' ? c - 'a' + 'A' : c; });
  std::string out = fmt::format(".\\\" Written by `bitbasin help --man`.\n.TH {} 1 {} \"bitbasin {}\"\n",
                                title, release_date(), version());
  out += ".SH NAME\n" + roff(name) + " \\- " + roff(command.get_description()) + '\n';
  out += ".SH SYNOPSIS\n" + bold(usage_line(command)) + '\n';
  if (const auto below = subcommands(command); !below.empty()) {
    out += ".SH COMMANDS\n";
    for (const CLI::App* sub : below) out += item(sub->get_name(), sentence(sub->get_description()));
  }
  if (const auto words = arguments(command); !words.empty()) {
    out += ".SH ARGUMENTS\n";
    for (const CLI::Option* word : words) out += item(argument_text(*word), word->get_description());
  }
  out += options_section(command, "OPTIONS", "Options");
  out += options_section(command, "COMMON OPTIONS", "Common options");
  out += ".SH EXAMPLES\n.EX\n";
  for (const std::string& line : examples(command)) out += roff(line) + '\n';
  return out + ".EE\n" + see_also(command);
}

}  // namespace

std::vector<ManPage> man_pages(const CLI::App& root) {
  std::vector<ManPage> pages{{page_name(root) + ".1", page_text(root)}};
  for (const CLI::App* sub : subcommands(root)) {
    for (ManPage& page : man_pages(*sub)) pages.push_back(std::move(page));
  }
  return pages;
}

}  // namespace bitbasin
