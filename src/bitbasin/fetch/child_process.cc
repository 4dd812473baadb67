// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/fetch/child_process.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <memory>
#include <system_error>
#include <thread>

#include "bitbasin/base/error.h"
#include "bitbasin/base/stopped.h"

namespace bitbasin {
namespace {

// An unnamed file, which cannot block the program as a full pipe would.
class Captured {
 public:
  Captured() : file_(tmpfile(), &fclose) {
    if (!file_) fail("cannot create a temporary file: {}", std::generic_category().message(errno));
  }
  int fd() const { return fileno(file_.get()); }
  std::string text() const {
    std::string text;
    std::array<char, 4096> block{};
    for (off_t at = 0;;) {
      const ssize_t count = pread(fd(), block.data(), block.size(), at);
      if (count <= 0) return text;
      text.append(block.data(), static_cast<std::size_t>(count));
      at += count;
    }
  }

 private:
  std::unique_ptr<FILE, int (*)(FILE*)> file_;
};

[[noreturn]] void become(char* const* words, const char* folder, int out, int err) {
  constexpr int kNoProgram = 127;  // as in a shell
  setpgid(0, 0);                   // so that all its children can be ended too
  const int nothing = open("/dev/null", O_RDONLY);
  if (chdir(folder) == 0 && dup2(nothing, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0 &&
      dup2(err, STDERR_FILENO) >= 0) {
    execvp(words[0], words);
  }
  _exit(kNoProgram);
}

// Polls, because a blocking wait would ignore a signal or a time limit.
int wait_for(pid_t child, RunControl& control) {
  for (;;) {
    int status = 0;
    const pid_t ended = waitpid(child, &status, WNOHANG);
    if (ended == child) return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (!control.spend(1)) {
      kill(-child, SIGKILL);
      kill(child, SIGKILL);  // in case it has no group of its own yet
      waitpid(child, &status, 0);
      throw Stopped{control.stop_reason()};
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

}  // namespace

ChildResult run_child(const std::vector<std::string>& words, const std::string& folder, RunControl& control) {
  const Captured out;
  const Captured err;
  std::vector<char*> pointers;
  for (const std::string& word : words) pointers.push_back(const_cast<char*>(word.c_str()));
  pointers.push_back(nullptr);
  const pid_t child = fork();
  if (child < 0) fail("cannot start {}: {}", words[0], std::generic_category().message(errno));
  if (child == 0) become(pointers.data(), folder.c_str(), out.fd(), err.fd());
  const int code = wait_for(child, control);
  return {code, out.text(), err.text()};
}

}  // namespace bitbasin
