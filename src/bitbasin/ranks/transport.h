// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <time.h>

#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace bitbasin {

struct Message {
  int to = 0;
  std::string_view bytes;
};

// How the ranks of one job reach each other: MPI, or queues in the memory of a test. Used by one thread of
// each rank.
struct Transport {
  int rank = 0;
  int size = 1;
  // Several messages at once, so that no rank waits for another's.
  std::function<void(std::span<const Message> messages)> send_all;
  // The next message if there is one; never waits.
  std::function<bool(int& from, std::string& bytes)> receive;
  // Gives the core away for so long; a message may end it.
  std::function<void(double seconds)> nap = [](double seconds) {
    // Not of <thread>, which the playground does not have.
    const auto whole = static_cast<time_t>(seconds);
    const timespec length{whole, static_cast<long>((seconds - static_cast<double>(whole)) * 1e9)};
    nanosleep(&length, nullptr);
  };
  double shortest_nap = 2e-5;  // seconds between two looks for messages; longer where messages end naps
  // Seconds of silence after which a rank counts as dead. Each rank sends a message ten times as often.
  double patience = 60;

  void send(int to, std::string_view bytes) const {
    const Message message{to, bytes};
    send_all({&message, 1});
  }
};

}  // namespace bitbasin
