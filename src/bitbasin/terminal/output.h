// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

#include "bitbasin/json/json.h"

namespace bitbasin {

// Everything that the program prints goes through these two functions, which first erase the progress line.

// Writes to standard output and flushes it; fails if the bytes cannot be written.
void write_stdout(std::string_view text);

// Writes "bitbasin: SENTENCE" to standard error: one line, whatever bytes a file name contains.
void print_error(std::string sentence);

// The standard output of a command: lines for people, or with --json only one object at the end.
class Output {
 public:
  Output(bool json, bool quiet) : json_(json), quiet_(quiet) {}

  Json result = Json::object();  // the keys of the object, in the order they are set

  // A line of the result.
  template <class... Args>
  void line(fmt::format_string<Args...> text, Args&&... args) {
    if (!json_) write_stdout(fmt::format(text, std::forward<Args>(args)...) + '\n');
  }
  // A line that only says what was done; --quiet drops it.
  template <class... Args>
  void note(fmt::format_string<Args...> text, Args&&... args) {
    if (!quiet_) line(text, std::forward<Args>(args)...);
  }
  // Literal text, without adding a newline.
  void text(std::string_view text) {
    if (!json_) write_stdout(text);
  }

  // Prints the object if --json was given.
  void finish() const;

 private:
  bool json_;
  bool quiet_;
};

}  // namespace bitbasin
