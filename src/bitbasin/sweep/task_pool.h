// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "bitbasin/sweep/plan.h"

namespace bitbasin {

// Threads that run tasks. One thread, the owner, offers tasks and takes results; nothing else is shared.
class TaskPool {
 public:
  // The plan must outlive this object.
  TaskPool(const SweepPlan& plan, int threads);
  TaskPool(const TaskPool&) = delete;
  TaskPool& operator=(const TaskPool&) = delete;
  ~TaskPool();  // stops

  int threads() const { return static_cast<int>(threads_.size()); }
  void offer(const TaskRef& ref);
  // Tasks that were offered and whose results have not been taken.
  std::size_t held() const { return held_; }
  // Finished results; waits up to the given number of seconds for the first.
  std::vector<FinishedTask> take(double seconds);
  // Drops tasks that have not begun and tells the others to stop, which may take a while: held() says how
  // many are left. No more tasks may be offered.
  void cancel();
  // The same, and waits for the threads. What was finished before can still be taken.
  void stop();

 private:
  void work();

  const SweepPlan& plan_;
  std::size_t held_ = 0;
  std::atomic<bool> stopped_ = false;  // tasks watch it
  std::mutex mutex_;                   // guards what follows
  std::condition_variable offered_;
  std::condition_variable finished_;
  std::deque<TaskRef> queue_;
  std::vector<FinishedTask> results_;
  std::exception_ptr broken_;
  std::vector<std::thread> threads_;
};

}  // namespace bitbasin
