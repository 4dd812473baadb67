// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bitbasin_paths.test.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <thread>

#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/json/json.h"

namespace bitbasin {

// What a process left behind.
struct Outcome {
  int code = -1;  // exit code; 128 + n when signal n ended it
  std::string out;
  std::string err;

  // Standard output, which must be exactly one JSON object.
  Json json() const {
    const Json object = Json::parse(out).value_or(nullptr);
    EXPECT_TRUE(object.is_object()) << out << err;
    return object;
  }
  // One line "bitbasin: sentence" on stderr, nothing on stdout, code 2: as for every user error.
  bool is_error_about(std::string_view part) const {
    return code == 2 && out.empty() && err.starts_with("bitbasin: ") && err.find(part) != std::string::npos &&
           err.find('\n') == err.size() - 1;
  }
  // The number of our sentences on stderr, where mpirun also writes.
  int lines_of_ours() const {
    int count = 0;
    for (std::size_t at = 0; (at = err.find("bitbasin: ", at)) != std::string::npos; ++at) {
      count += at == 0 || err[at - 1] == '\n' ? 1 : 0;
    }
    return count;
  }
};

inline std::ostream& operator<<(std::ostream& stream, const Outcome& outcome) {
  return stream << "code " << outcome.code << "\nout: " << outcome.out << "\nerr: " << outcome.err;
}

// Runs a line of shell in `folder`, with our program in the path. If `interrupt_when` is given, sends the
// signal as soon as it returns true; the line must start the program by exec.
inline Outcome run_shell(const std::string& line, const std::string& folder = "/",
                         const std::function<bool()>& interrupt_when = {}, int signal_number = SIGINT) {
  const TempFolder captured;
  const std::string program_folder = std::filesystem::path(BITBASIN_PROGRAM).parent_path().string();
  const std::string script = "export PATH='" + program_folder + "':\"$PATH\"; cd '" + folder +
                             "' || exit 99; exec >'" + captured.path("out") + "' 2>'" + captured.path("err") +
                             "' </dev/null; " + line;
  const pid_t child = fork();
  if (child == 0) {
    execl("/bin/sh", "sh", "-c", script.c_str(), nullptr);
    _exit(127);
  }
  int status = 0;
  bool ended = false;
  while (interrupt_when && !ended && !interrupt_when()) {
    ended = waitpid(child, &status, WNOHANG) == child;  // a program that fails at once never gets there
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  if (interrupt_when && !ended) kill(child, signal_number);
  if (!ended) waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), file_bytes(captured.path("out")),
          file_bytes(captured.path("err"))};
}

// Runs "bitbasin ARGUMENTS" in `folder`.
inline Outcome run_bitbasin(const std::string& arguments, const std::string& folder = "/") {
  return run_shell("bitbasin " + arguments, folder);
}

}  // namespace bitbasin
