// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/output.h"

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "bitbasin/base/error.h"
#include "bitbasin/terminal/progress_line.h"

namespace bitbasin {

void write_stdout(std::string_view text) {
  ProgressLine::erase_visible();
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    fail("cannot write to standard output: {}", std::generic_category().message(errno));
  }
}

void print_error(std::string sentence) {
  for (char& c : sentence) {
    if (static_cast<unsigned char>(c) < ' ' || c == '\x7f') c = '?';
  }
  ProgressLine::erase_visible();
  std::fputs(fmt::format("bitbasin: {}\n", sentence).c_str(), stderr);
}

void Output::finish() const {
  if (!json_) return;
  constexpr int kIndent = 2;
  // A file name need not be UTF-8, JSON must be.
  write_stdout(result.dump(kIndent) + '\n');
}

}  // namespace bitbasin
