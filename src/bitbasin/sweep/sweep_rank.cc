// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_rank.h"

#include <chrono>
#include <exception>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "bitbasin/base/error.h"
#include "bitbasin/base/explain.h"
#include "bitbasin/ranks/signs_of_life.h"
#include "bitbasin/sweep/message.h"
#include "bitbasin/sweep/task_pool.h"

namespace bitbasin {
namespace {

constexpr double kSendSeconds = 0.05;  // results that become ready within this time are sent together

void nap() {
  std::this_thread::sleep_for(std::chrono::duration<double>(kPollSeconds));
}

class Worker {
 public:
  Worker(const Transport& transport, int threads, RunControl& control, SweepPlan plan)
      : transport_(transport), control_(control), plan_(std::move(plan)), pool_(plan_, threads) {}

  void run() {
    send(hello_message(pool_.threads()));
    while (!ended_ || pool_.held() > 0) {
      gather();
      const bool needy = pool_.held() <= static_cast<std::size_t>(pool_.threads());
      if (needy || control_.seconds() - sent_ > kSendSeconds) send_results();
      receive_all();
      // A signal reaches all ranks: rank 0 will tell us to stop; until then nothing new is begun.
      if (!cancelled_ && !control_.spend(1)) cancel();
      watch_over();
    }
    send_results();
    send(plain_message(MessageKind::bye));
  }

 private:
  void send(const std::string& message) {
    transport_.send(0, message);
    next_alive_ = awake_.seconds() + transport_.patience / kSignsOfLife;
  }

  void gather() {
    for (FinishedTask& task : pool_.take(kPollSeconds)) {
      if (!task.stopped) finished_.push_back(std::move(task));
    }
  }

  void send_results() {
    if (finished_.empty()) return;
    send(results_message(finished_));
    finished_.clear();
    sent_ = control_.seconds();
  }

  void receive_all() {
    int from = 0;
    std::string message;
    while (!ended_ && transport_.receive(from, message)) {
      heard_ = awake_.seconds();
      switch (kind_of(message)) {
        case MessageKind::tasks:
          for (const TaskRef& ref : read_tasks_message(plan_, message)) {
            if (!cancelled_) pool_.offer(ref);
          }
          break;
        case MessageKind::alive:
          break;
        case MessageKind::stop:
          ended_ = true;
          cancel();
          break;
        default:
          fail("expected tasks from rank 0, got another message");
      }
    }
  }

  void cancel() {
    if (!cancelled_) cancelled_at_ = awake_.seconds();
    cancelled_ = true;
    pool_.cancel();
  }

  // Says that this rank is alive, and checks that rank 0 is.
  void watch_over() {
    awake_.count(control_.seconds());
    if (awake_.seconds() >= next_alive_) send(plain_message(MessageKind::alive));
    const double patience = kPatienceWithMaster * transport_.patience;
    if (!ended_ && awake_.seconds() - heard_ > patience) {
      fail("rank 0 has been silent for {} s", patience);
    }
    if (cancelled_ && !ended_ && awake_.seconds() - cancelled_at_ > transport_.patience) {
      fail("interrupted, while rank 0 continued");
    }
  }

  const Transport& transport_;
  RunControl& control_;
  SweepPlan plan_;
  TaskPool pool_;
  std::vector<FinishedTask> finished_;
  bool cancelled_ = false;
  double cancelled_at_ = 0;
  bool ended_ = false;  // rank 0 has said so
  double sent_ = 0;     // results, last
  AwakeTime awake_;
  double heard_ = 0;
  double next_alive_ = 0;
};

// The first message; rank 0 may first have to check a large store.
std::string first_message(const Transport& transport) {
  int from = 0;
  std::string message;
  while (!transport.receive(from, message)) nap();
  return message;
}

// Whether rank 0 ends the sweep in reasonable time after it was told that this rank cannot continue.
bool part_in_failure(const Transport& transport, const std::string& sentence, const RunControl& control) {
  transport.send(0, failed_message(sentence));
  int from = 0;
  std::string message;
  for (const double begin = control.seconds(); control.seconds() - begin < transport.patience; nap()) {
    while (transport.receive(from, message)) {
      if (kind_of(message) == MessageKind::stop) return true;
    }
  }
  return false;
}

}  // namespace

void serve_sweep(const Transport& transport, int threads, RunControl& control) {
  try {
    const std::string first = first_message(transport);
    if (kind_of(first) == MessageKind::stop) return;
    Worker(transport, threads, control, read_plan_message(first)).run();
  } catch (const std::exception& error) {
    if (!part_in_failure(transport, explain(error), control)) throw;
  }
}

}  // namespace bitbasin
