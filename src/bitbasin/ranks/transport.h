// SPDX-License-Identifier: Apache-2.0
#pragma once

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
  // Seconds of silence after which a rank counts as dead. Each rank sends a message ten times as often.
  double patience = 60;

  void send(int to, std::string_view bytes) const {
    const Message message{to, bytes};
    send_all({&message, 1});
  }
};

}  // namespace bitbasin
