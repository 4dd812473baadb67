// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bitbasin/ranks/transport.h"

namespace bitbasin {

// Rank 0 asks, and the others answer, each in the order in which it was asked. What is asked is for both
// sides to agree on; here it is bytes.
class RankCalls {
 public:
  // Each rank has so many threads.
  explicit RankCalls(const Transport& transport, int threads = 1)
      : transport_(transport), threads_(threads), answers_(static_cast<std::size_t>(transport.size)) {}

  int size() const { return transport_.size; }
  int threads() const { return threads_; }
  // All other ranks the same, or each its own: requests[rank], of which that of rank 0 is not used.
  void ask_all(std::string_view request);
  void ask_each(std::span<const std::string> requests);

  // Waits for the next answer of a rank. Fails with the rank's own sentence if it failed, and after
  // `patience` times the transport's patience if it is silent.
  std::string answer(int rank, double patience = 1);

  // There is no more to ask.
  void finish();

 private:
  void send(const std::function<std::string_view(int rank)>& message);

  const Transport& transport_;
  int threads_;
  std::vector<std::deque<std::string>> answers_;  // that came before they were waited for, by rank
};

// What the other ranks do meanwhile, until rank 0 has no more to ask. If `answer` fails, its sentence goes to
// rank 0, which ends the job.
void answer_calls(const Transport& transport,
                  const std::function<std::string(std::string_view request)>& answer);

}  // namespace bitbasin
