// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitbasin_paths.test.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bitbasin {

// The screen of a terminal after some bytes: it knows line feeds, carriage returns, cursor up and erasing to
// the end of the line, and refuses any other control.
class Screen {
 public:
  explicit Screen(std::size_t columns) : columns_(columns) {}

  void put(std::string_view all) {
    for (const char c : all) put(c);
  }
  void put(char c) {
    // A sequence may be cut between two pieces of output.
    if (c == '\x1b' || !sequence_.empty()) {
      sequence_ += c;
      if (sequence_.size() < 3) return;
      obey(std::exchange(sequence_, {}));
    } else if (c == '\n') {
      ++row_;
    } else if (c == '\r') {
      column_ = 0;
    } else {
      EXPECT_GE(static_cast<unsigned char>(c), ' ') << "an unknown control";
      put_printable(c);
    }
  }

  // Without spaces at the end, and without empty lines at the end.
  std::vector<std::string> lines() const {
    std::vector<std::string> shown = rows_;
    for (std::string& line : shown) line.erase(line.find_last_not_of(' ') + 1);
    while (!shown.empty() && shown.back().empty()) shown.pop_back();
    return shown;
  }
  // Where the shell would begin to write.
  std::size_t cursor_column() const { return column_; }

 private:
  std::string& row() {
    if (rows_.size() <= row_) rows_.resize(row_ + 1);
    return rows_[row_];
  }
  void obey(const std::string& sequence) {
    if (sequence == "\x1b[K") {
      if (row().size() > column_) row().resize(column_);
    } else if (sequence == "\x1b[A") {
      row_ -= row_ > 0 ? 1 : 0;
    } else {
      ADD_FAILURE() << "an unknown sequence " << sequence.substr(1);
    }
  }
  void put_printable(char c) {
    if (column_ == columns_) {
      ++row_;
      column_ = 0;
    }
    if (row().size() <= column_) row().resize(column_ + 1, ' ');
    row()[column_++] = c;
  }

  std::size_t columns_;
  std::vector<std::string> rows_;
  std::size_t row_ = 0, column_ = 0;
  std::string sequence_;  // the part received so far
};

// What a program that was run on a terminal left there.
struct TerminalOutcome {
  int code = -1;      // exit code; 128 + n when signal n ended it
  std::string bytes;  // all that it sent
  std::vector<std::string> lines;
  std::size_t cursor_column = 0;

  // Whether a progress line was drawn at some time.
  bool drew_progress() const { return bytes.find("\x1b[K") != std::string::npos; }
  std::string text() const {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    return all;
  }
};

// Runs a line of shell, which must start the program by exec, in `folder` with standard output and error on
// one terminal. `watch` sees all bytes so far whenever some arrive, and may send signals to the program.
inline TerminalOutcome run_on_terminal(const std::string& line, const std::string& folder,
                                       const std::function<void(pid_t, const std::string&)>& watch = {}) {
  winsize size{.ws_row = 24, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    const std::string program_folder = std::filesystem::path(BITBASIN_PROGRAM).parent_path().string();
    const std::string script =
        "export PATH='" + program_folder + "':\"$PATH\"; cd '" + folder + "' || exit 99; " + line;
    execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    _exit(127);
  }
  TerminalOutcome outcome;
  Screen screen(size.ws_col);
  char block[4096];
  for (;;) {  // to the end, which is an error on Linux once the program has closed its side
    const ssize_t count = read(terminal, block, sizeof block);
    if (count <= 0) break;
    const std::string_view bytes(block, static_cast<std::size_t>(count));
    screen.put(bytes);
    outcome.bytes += bytes;
    if (watch) watch(child, outcome.bytes);
  }
  int status = 0;
  waitpid(child, &status, 0);
  close(terminal);
  outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.lines = screen.lines();
  outcome.cursor_column = screen.cursor_column();
  return outcome;
}

}  // namespace bitbasin
