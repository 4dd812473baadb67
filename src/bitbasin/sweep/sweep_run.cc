// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_run.h"

#include <algorithm>
#include <string>
#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/ranks/signs_of_life.h"
#include "bitbasin/sweep/message.h"
#include "bitbasin/sweep/provenance.h"
#include "bitbasin/sweep/task_pool.h"

namespace bitbasin {
namespace {

// Results are collected until writing them takes a twentieth of the time, within bounds: a kill loses these
// and the tasks that were under way.
constexpr double kFlushShare = 20;
constexpr double kFirstFlushSeconds = 0.01;  // doubled each time, up to the next
constexpr double kLeastFlushSeconds = 0.1;
constexpr double kMostFlushSeconds = 2;
constexpr std::size_t kFlushRows = 5000;
// Each thread has tasks for about this long in its queue, so that it never waits, but at most this many.
constexpr double kAheadSeconds = 0.2;
constexpr std::uint64_t kMostAhead = 64;
// How often to look for messages and signals while nothing finishes.
constexpr double kIdleSeconds = 0.02;

// The processes that run tasks: rank 0, which is this one, and the others.
struct Rank {
  int threads = 0;         // 0: has not said hello yet
  std::uint64_t held = 0;  // tasks that it has, without a result
  bool gone = false;
  double heard = 0;  // when it was last heard from
};

class Master {
 public:
  Master(const SweepPlan& plan, Store& store, const SweepSetup& setup, RunControl& control)
      : plan_(plan),
        store_(store),
        setup_(setup),
        control_(control),
        scheduler_(
            plan, [&store](const std::string& identity) { return store.find(identity); }, setup.retry_failed),
        ranks_(setup.ranks == nullptr ? 1 : static_cast<std::size_t>(setup.ranks->size)),
        pool_(plan, setup.threads) {
    ranks_[0].threads = setup.threads;
    slots_ = static_cast<std::uint64_t>(setup.threads);
  }

  SweepEnd run() {
    try {
      if (size() > 1) tell_others(plan_message(plan_));
      if (!scheduler_.finished() || setup_.always_recorded) {
        const RunRecord record = provenance(plan_, setup_.threads, size());
        run_ = store_.add_run(record);
        share_seed_ = std::stoull(record.identity.substr(0, 16), nullptr, 16);
      }
      loop();
      flush();
      part();
      flush();
    } catch (...) {
      stop_others();
      throw;
    }
    return {scheduler_.tasks(),   scheduler_.done(),         scheduler_.failed(),
            scheduler_.waiting(), scheduler_.known_before(), scheduler_.cells()};
  }

 private:
  int size() const { return static_cast<int>(ranks_.size()); }

  void tell_others(const std::string& message) {
    for (int r = 1; r < size(); ++r) {
      if (!ranks_[static_cast<std::size_t>(r)].gone) setup_.ranks->send(r, message);
    }
  }

  // No rank should wait for a rank 0 that has failed. An error while saying so must not hide the first one.
  void stop_others() noexcept {
    try {
      tell_others(plain_message(MessageKind::stop));
    } catch (const std::exception&) {
    }
  }

  void loop() {
    while (!scheduler_.finished() && control_.spend(1)) {
      hand_out();
      take_results(size() > 1 ? kPollSeconds : kIdleSeconds);
      receive_all();
      watch_over();
      flush_if_due();
      if (setup_.on_progress) setup_.on_progress(scheduler_);
    }
  }

  // As many tasks as keep a rank busy until its next message. Towards the end each rank gets a fair share.
  void hand_out() {
    if (scheduler_.pending() == 0) return;
    const double ahead = mean_seconds_ > 0 ? kAheadSeconds / mean_seconds_ : 1;
    const auto per_thread = 1 + std::clamp<std::uint64_t>(static_cast<std::uint64_t>(ahead), 1, kMostAhead);
    for (std::size_t r = 0; r < ranks_.size(); ++r) {
      Rank& rank = ranks_[r];
      const std::uint64_t wanted = per_thread * static_cast<std::uint64_t>(rank.threads);
      // Not after every single task: a quarter of them must be finished.
      if (rank.threads == 0 || 4 * rank.held > 3 * wanted) continue;
      const std::uint64_t share = scheduler_.pending() / (2 * slots_) + 1;
      const std::uint64_t most = std::max<std::uint64_t>(share * static_cast<std::uint64_t>(rank.threads), 1);
      std::vector<TaskRef> tasks;
      while (rank.held + tasks.size() < std::min(wanted, most)) {
        const auto next = scheduler_.next();
        if (!next) break;
        tasks.push_back(*next);
      }
      if (tasks.empty()) continue;
      rank.held += tasks.size();
      if (r == 0) {
        for (const TaskRef& ref : tasks) pool_.offer(ref);
      } else {
        setup_.ranks->send(static_cast<int>(r), tasks_message(tasks));
      }
    }
  }

  void take_results(double seconds) { complete(0, pool_.take(seconds)); }

  void complete(std::size_t rank, std::vector<FinishedTask> finished) {
    for (FinishedTask& task : finished) {
      --ranks_[rank].held;
      if (task.stopped) continue;
      scheduler_.complete(task.ref, task.row.failed, task.row.solved);
      constexpr double kMemory = 0.05;  // about the last twenty tasks count
      mean_seconds_ += (mean_seconds_ == 0 ? 1 : kMemory) * (task.row.seconds - mean_seconds_);
      if (rows_.empty()) next_flush_ = control_.seconds() + flush_pause_;
      rows_.push_back(std::move(task.row));
    }
  }

  void receive_all() {
    if (size() == 1) return;
    int from = 0;
    std::string message;
    while (rows_.size() < kFlushRows && setup_.ranks->receive(from, message)) {
      Rank& rank = ranks_[static_cast<std::size_t>(from)];
      rank.heard = awake_.seconds();
      switch (kind_of(message)) {
        case MessageKind::hello:
          rank.threads = read_hello_message(message);
          slots_ += static_cast<std::uint64_t>(rank.threads);
          break;
        case MessageKind::results:
          complete(static_cast<std::size_t>(from), read_results_message(plan_, message));
          break;
        case MessageKind::alive:
          break;
        case MessageKind::failed:
          flush();
          fail("rank {}: {}", from, read_failed_message(message));
        case MessageKind::bye:
          rank.gone = true;
          break;
        default:
          fail("expected a result from rank {}, got another message", from);
      }
    }
  }

  // Says that rank 0 is alive, and checks that all the others are.
  void watch_over() {
    awake_.count(control_.seconds());
    if (size() == 1) return;
    const double patience = setup_.ranks->patience;
    if (awake_.seconds() >= next_alive_) {
      tell_others(plain_message(MessageKind::alive));
      next_alive_ = awake_.seconds() + patience / kSignsOfLife;
    }
    for (int r = 1; r < size(); ++r) {
      const Rank& rank = ranks_[static_cast<std::size_t>(r)];
      if (rank.gone || awake_.seconds() - rank.heard <= patience) continue;
      flush();
      fail("rank {} has been silent for {} s; finished results are stored", r, patience);
    }
  }

  void flush_if_due() {
    if (rows_.size() >= kFlushRows || (!rows_.empty() && control_.seconds() >= next_flush_)) flush();
  }

  void flush() {
    if (rows_.empty()) return;
    const double begin = control_.seconds();
    store_.add(rows_, run_);
    rows_.clear();
    flush_pause_ = std::clamp(kFlushShare * (control_.seconds() - begin),
                              std::min(2 * flush_pause_, kLeastFlushSeconds), kMostFlushSeconds);
    // Another process works on the same tasks: skip what it has done, and continue in another order.
    if (store_.changed_by_others()) scheduler_.share(share_seed_);
  }

  // Collects what has been finished meanwhile.
  void part() {
    pool_.stop();
    take_results(0);
    if (size() > 1) tell_others(plain_message(MessageKind::stop));
    const auto all_gone = [this] {
      return std::all_of(ranks_.begin() + 1, ranks_.end(), [](const Rank& r) { return r.gone; });
    };
    while (!all_gone()) {
      receive_all();
      watch_over();
      flush_if_due();
      pool_.take(kPollSeconds);  // nothing to do: a short sleep
    }
  }

  const SweepPlan& plan_;
  Store& store_;
  const SweepSetup& setup_;
  RunControl& control_;
  Scheduler scheduler_;
  std::vector<Rank> ranks_;
  TaskPool pool_;
  std::uint64_t slots_ = 0;  // threads of all ranks that have said hello
  double mean_seconds_ = 0;  // of a task, lately
  std::vector<ResultRow> rows_;
  AwakeTime awake_;
  double next_alive_ = 0;
  double next_flush_ = 0;
  double flush_pause_ = kFirstFlushSeconds;
  std::int64_t run_ = 0;
  std::uint64_t share_seed_ = 0;  // a number that no other process has
};

}  // namespace

SweepEnd run_sweep(const SweepPlan& plan, Store& store, const SweepSetup& setup, RunControl& control) {
  return Master(plan, store, setup, control).run();
}

}  // namespace bitbasin
