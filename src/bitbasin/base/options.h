// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "bitbasin/base/parse_number.h"
#include "bitbasin/base/spec.h"

namespace bitbasin {

// One table per options struct describes each member once: name, default, range, meaning and the symbol or
// source it comes from. Command line flags, spec strings, help, JSON and Python keywords all read the table.
//
//   struct RbpOptions { double rate = 1e-3; std::optional<std::int64_t> max_iterations; };
//   const OptionTable<RbpOptions> kRbpOptions{
//       option("rate", &RbpOptions::rate, {0.0, 1.0}, "how fast reinforcement grows", "1 - gamma"),
//       option("max_iterations", &RbpOptions::max_iterations, {1}, "iterations before a restart"),
//   };
//
// An empty std::optional is written "auto": its value is chosen by the rule that its meaning describes.

// A value with its type kept, for JSON. Empty is "auto"; an enumeration is its name.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string>;

// Writes a value so that parsing it gives the same value back.
std::string to_text(const OptionValue& value);

template <class Options>
struct Option {
  std::string name;
  std::string range;     // what is accepted, in words: "number from 0 to 1" or "constant|ramp"
  std::string meaning;   // one line
  std::string symbol;    // the name in an equation, or where the rule comes from; may be empty
  bool is_flag = false;  // a plain bool: on the command line its presence means true
  // Left out of a spec while it has its default, because results are stored under specs without it.
  bool is_younger = false;
  // Sets the member from text. `label` is how the user knows the option: "rate of rbp", "--rate".
  std::function<void(Options&, std::string_view label, std::string_view text)> set;
  std::function<OptionValue(const Options&)> get;
};

template <class Options>
class OptionTable {
 public:
  OptionTable(std::initializer_list<Option<Options>> options)
      : OptionTable(std::vector<Option<Options>>(options)) {}
  explicit OptionTable(std::vector<Option<Options>> options) : options_(std::move(options)) {
    for (std::size_t i = 0; i < options_.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) assert(options_[i].name != options_[j].name);
    }
  }
  auto begin() const { return options_.begin(); }
  auto end() const { return options_.end(); }
  std::size_t size() const { return options_.size(); }

 private:
  std::vector<Option<Options>> options_;
};

inline constexpr std::string_view kAutoText = "auto";

namespace options_detail {

template <class T>
struct Optional : std::false_type {
  using Value = T;
};
template <class T>
struct Optional<std::optional<T>> : std::true_type {
  using Value = T;
};
template <class T>
using ValueOf = typename Optional<T>::Value;
template <class T>
concept Number = std::is_arithmetic_v<ValueOf<T>> && !std::is_same_v<ValueOf<T>, bool>;
template <class T>
concept Enumeration = std::is_enum_v<ValueOf<T>>;

template <class T>
OptionValue erase_type(T value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value;
  } else if constexpr (std::is_floating_point_v<T>) {
    return double{value};
  } else if constexpr (std::is_signed_v<T>) {
    return std::int64_t{value};
  } else {
    return std::uint64_t{value};
  }
}

// Completes an entry from functions that know only the value, not whether it may be "auto".
template <class Options, class T, class Parse, class Print>
Option<Options> make(std::string_view name, T Options::*member, std::string range, std::string_view meaning,
                     std::string_view symbol, Parse parse, Print print) {
  Option<Options> entry{std::string(name),
                        std::move(range),
                        std::string(meaning),
                        std::string(symbol),
                        std::is_same_v<T, bool>,
                        false,
                        {},
                        {}};
  if constexpr (Optional<T>::value) {
    entry.range =
        entry.range.find('|') == std::string::npos ? entry.range + " or auto" : entry.range + "|auto";
    entry.set = [=, range_text = entry.range](Options& options, std::string_view label,
                                              std::string_view text) {
      if (text == kAutoText) {
        (options.*member).reset();
      } else {
        options.*member = parse(label, text, range_text);
      }
    };
    entry.get = [=](const Options& options) {
      return options.*member ? print(*(options.*member)) : OptionValue{};
    };
  } else {
    entry.set = [=, range_text = entry.range](Options& options, std::string_view label,
                                              std::string_view text) {
      options.*member = parse(label, text, range_text);
    };
    entry.get = [=](const Options& options) { return print(options.*member); };
  }
  return entry;
}

}  // namespace options_detail

// A number of any type, or a std::optional of one.
template <class Options, options_detail::Number T>
Option<Options> option(std::string_view name, T Options::*member, Range<options_detail::ValueOf<T>> range,
                       std::string_view meaning, std::string_view symbol = "") {
  using Value = options_detail::ValueOf<T>;
  return options_detail::make(
      name, member, in_words(range), meaning, symbol,
      [range](std::string_view label, std::string_view text, const std::string& expected) {
        return parse_number<Value>(label, text, range, expected);
      },
      [](Value value) { return options_detail::erase_type(value); });
}

// A switch: true or false.
template <class Options, class T>
requires std::is_same_v < options_detail::ValueOf<T>,
bool > Option<Options> option(std::string_view name, T Options::*member, std::string_view meaning,
                              std::string_view symbol = "") {
  return options_detail::make(
      name, member, "true|false", meaning, symbol,
      [](std::string_view label, std::string_view text, const std::string& expected) {
        constexpr std::string_view names[] = {"false", "true"};
        return parse_choice(label, text, names, expected) == 1;
      },
      [](bool value) { return OptionValue{value}; });
}

// Any text; `expected` describes it: "spec string".
template <class Options>
Option<Options> text_option(std::string_view name, std::string Options::*member, std::string_view expected,
                            std::string_view meaning, std::string_view symbol = "") {
  return options_detail::make(
      name, member, std::string(expected), meaning, symbol,
      [](std::string_view, std::string_view text, const std::string&) { return std::string(text); },
      [](const std::string& value) { return OptionValue{value}; });
}

// An enumeration, by the list of its names.
template <class Options, options_detail::Enumeration T>
Option<Options> option(std::string_view name, T Options::*member,
                       std::initializer_list<std::pair<std::string_view, options_detail::ValueOf<T>>> choices,
                       std::string_view meaning, std::string_view symbol = "") {
  using Value = options_detail::ValueOf<T>;
  std::vector<std::string_view> names;
  std::vector<Value> values;
  std::string range;
  for (const auto& [choice, value] : choices) {
    range += range.empty() ? "" : "|";
    range += choice;
    names.push_back(choice);
    values.push_back(value);
  }
  return options_detail::make(
      name, member, range, meaning, symbol,
      [=](std::string_view label, std::string_view text, const std::string& expected) {
        return values[parse_choice(label, text, names, expected)];
      },
      [=](Value value) {
        const auto found = std::ranges::find(values, value);
        assert(found != values.end());
        return OptionValue{std::string(names[static_cast<std::size_t>(found - values.begin())])};
      });
}

// An option that was added after a release.
template <class Options>
Option<Options> younger(Option<Options> option) {
  option.is_younger = true;
  return option;
}

// Appends the options of a member that has a table of its own, which must outlive this one.
template <class Whole, class Part>
void append_options(std::vector<Option<Whole>>& all, const OptionTable<Part>& table, Part Whole::*member) {
  for (const Option<Part>& o : table) {
    all.push_back({o.name, o.range, o.meaning, o.symbol, o.is_flag, o.is_younger,
                   [&o, member](Whole& whole, std::string_view label, std::string_view text) {
                     o.set(whole.*member, label, text);
                   },
                   [&o, member](const Whole& whole) { return o.get(whole.*member); }});
  }
}

// A row of help or documentation.
struct OptionRow {
  std::string name;
  std::string default_text;
  std::string range;
  std::string meaning;
  std::string symbol;
  bool operator==(const OptionRow&) const = default;
};

template <class Options>
std::vector<OptionRow> describe(const OptionTable<Options>& table) {
  std::vector<OptionRow> rows;
  for (const Option<Options>& o : table) {
    rows.push_back({o.name, to_text(o.get(Options{})), o.range, o.meaning, o.symbol});
  }
  return rows;
}

// The current values, in table order, for JSON.
template <class Options>
std::vector<std::pair<std::string, OptionValue>> echo(const OptionTable<Options>& table,
                                                      const Options& options) {
  std::vector<std::pair<std::string, OptionValue>> values;
  for (const Option<Options>& o : table) values.emplace_back(o.name, o.get(options));
  return values;
}

// Sets what the spec names and leaves the rest. Fails on unknown names and on values outside their range.
template <class Options>
void apply(const OptionTable<Options>& table, Options& options, const Spec& spec) {
  std::vector<std::string_view> known;
  for (const Option<Options>& o : table) known.push_back(o.name);
  for (const auto& [key, value] : spec.options) {
    const auto found = std::ranges::find(table, key, &Option<Options>::name);
    if (found == table.end()) fail_unknown_option(spec.name, key, known);
    found->set(options, key + " of " + spec.name, value);
  }
}

// The spec string that names every option, so that it means the same when a default changes.
template <class Options>
std::string to_spec(std::string_view name, const OptionTable<Options>& table, const Options& options) {
  Spec spec{std::string(name), {}};
  const Options defaults{};
  for (const Option<Options>& o : table) {
    if (o.is_younger && o.get(options) == o.get(defaults)) continue;
    spec.options.emplace_back(o.name, to_text(o.get(options)));
  }
  return to_string(spec);
}

}  // namespace bitbasin
