// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace bitbasin {

// How the ranks of one job reach each other: MPI, or queues in the memory of a test. Used by one thread of
// each rank.
struct Transport {
  int rank = 0;
  int size = 1;
  std::function<void(int to, std::string_view bytes)> send;
  // The next message if there is one; never waits.
  std::function<bool(int& from, std::string& bytes)> receive;
  // Seconds of silence after which a rank counts as dead. Each rank sends a message ten times as often.
  double patience = 60;
};

}  // namespace bitbasin
