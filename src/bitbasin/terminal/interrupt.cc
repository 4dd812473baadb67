// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/terminal/interrupt.h"

#include <signal.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <cmath>
#include <cstdint>
#include <string_view>

#include "bitbasin/terminal/exit_code.h"
#include "bitbasin/terminal/progress_line.h"

namespace bitbasin {
namespace {

std::atomic<bool> watched = false;
std::atomic<bool> interrupted = false;

// timeout(1) and others send a signal to a program and to its whole group: a second signal this soon is the
// same one.
constexpr std::int64_t kSameSignal = 200'000'000;  // nanoseconds
std::atomic<std::int64_t> first_signal = 0;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);  // may be called in a handler
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void on_signal(int) {
  if (!watched) _exit(kInterrupted);
  // In one step: another signal may come on another thread, or in the middle of this handler.
  std::int64_t first = 0;
  const std::int64_t time = now();
  if (first_signal.compare_exchange_strong(first, time)) {
    interrupted = true;
  } else if (time - first > kSameSignal) {
    ProgressLine::erase_visible_in_handler();
    _exit(kInterrupted);
  }
}

void on_alarm(int) {
  if (watched) return;
  constexpr std::string_view text = "bitbasin: the time limit was reached before there was a result\n";
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, text.data(), text.size());
  _exit(kNotSolved);
}

void handle(int number, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;  // reading and writing files continues; loops check the flag
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, nullptr);
}

}  // namespace

void end_on_interrupts(double time_limit) {
  handle(SIGINT, on_signal);
  handle(SIGTERM, on_signal);
  constexpr double kLongest = 1e8;  // three years; a timer cannot hold much more
  if (time_limit > kLongest) return;
  handle(SIGALRM, on_alarm);
  double whole = 0;
  const double fraction = std::modf(time_limit, &whole);
  itimerval timer{};
  timer.it_value.tv_sec = static_cast<time_t>(whole);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>(fraction * 1e6) + (whole == 0 ? 1 : 0);  // 0 would mean never
  setitimer(ITIMER_REAL, &timer, nullptr);
}

const std::atomic<bool>& watch_interrupts() {
  watched = true;
  return interrupted;
}

}  // namespace bitbasin
