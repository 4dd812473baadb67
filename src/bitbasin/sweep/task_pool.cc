// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/task_pool.h"

#include <chrono>
#include <system_error>
#include <utility>

#include "bitbasin/base/error.h"

namespace bitbasin {

TaskPool::TaskPool(const SweepPlan& plan, int threads) : plan_(plan) {
  try {
    for (int t = 0; t < threads; ++t) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error& error) {
    stop();
    fail("cannot start {} threads: {}", threads, error.what());
  }
}

TaskPool::~TaskPool() {
  stop();
}

void TaskPool::offer(const TaskRef& ref) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(ref);
  }
  ++held_;
  offered_.notify_one();
}

void TaskPool::work() {
  RunLimits limits;
  limits.cancelled = &stopped_;
  std::unique_lock lock(mutex_);
  for (;;) {
    offered_.wait(lock, [this] { return stopped_ || !queue_.empty(); });
    if (stopped_) return;
    const TaskRef ref = queue_.front();
    queue_.pop_front();
    lock.unlock();
    try {
      FinishedTask finished = run_task_at(plan_, ref, limits);
      lock.lock();
      results_.push_back(std::move(finished));
    } catch (...) {  // too little memory even for the row: the owner is told
      if (!lock.owns_lock()) lock.lock();
      broken_ = std::current_exception();
    }
    finished_.notify_one();
  }
}

std::vector<FinishedTask> TaskPool::take(double seconds) {
  std::unique_lock lock(mutex_);
  finished_.wait_for(lock, std::chrono::duration<double>(seconds),
                     [this] { return !results_.empty() || broken_; });
  if (broken_) std::rethrow_exception(broken_);
  std::vector<FinishedTask> taken = std::exchange(results_, {});
  held_ -= taken.size();
  return taken;
}

void TaskPool::cancel() {
  {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    held_ -= queue_.size();
    queue_.clear();
  }
  offered_.notify_all();
}

void TaskPool::stop() {
  cancel();
  for (std::thread& thread : threads_) {
    if (thread.joinable()) thread.join();
  }
}

}  // namespace bitbasin
