// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "bitbasin/ranks/transport.h"

namespace bitbasin {

// Ranks as threads of one process, with a queue each.
class MemoryNetwork {
 public:
  explicit MemoryNetwork(int size) : queues_(static_cast<std::size_t>(size)) {}

  Transport rank(int r) {
    return {r, static_cast<int>(queues_.size()),
            [this, r](std::span<const Message> messages) {
              const std::lock_guard lock(mutex_);
              for (const Message& m : messages) {
                queues_[static_cast<std::size_t>(m.to)].emplace_back(r, m.bytes);
              }
            },
            [this, r](int& from, std::string& bytes) {
              const std::lock_guard lock(mutex_);
              auto& queue = queues_[static_cast<std::size_t>(r)];
              if (queue.empty()) return false;
              from = queue.front().first;
              bytes = std::move(queue.front().second);
              queue.pop_front();
              return true;
            }};
  }

 private:
  std::mutex mutex_;
  std::vector<std::deque<std::pair<int, std::string>>> queues_;
};

}  // namespace bitbasin
