// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <thread>
#include <type_traits>

#include "bitbasin/base/device_choice.h"
#include "bitbasin/base/error.h"
#include "bitbasin/cmd/problem_source.h"
#include "bitbasin/perceptron/messages/divided_patterns.h"
#include "bitbasin/ranks/launcher.h"
#include "bitbasin/ranks/mpi_ranks.h"
#include "bitbasin/ranks/rank_calls.h"
#include "bitbasin/terminal/session.h"

namespace bitbasin {

// The ranks that mpirun has started, for a command about one instance: rank 0 runs the command, and the
// others compute what it asks about their part of the patterns. Only a perceptron is divided.
template <class Cli>
class InstanceRanks {
 public:
  InstanceRanks(const ProblemSource<Cli>& source, const DeviceOptions& device, Session& session)
      : threads_(launched_as_rank() ? session.threads_or(1) : session.threads()) {
    if (!launched_as_rank()) return;
    if constexpr (!std::is_same_v<typename Cli::Problem::Instance, PerceptronInstance>) {
      served_ = launched_rank() > 0;
      if (!served_)
        fail("expected one process, because only a perceptron is divided between ranks, got several");
    } else {
      session.cancelled();  // from here on rank 0 alone decides what a signal means
      mpi_ = MpiRanks::join();
      const Transport& transport = mpi_->transport();
      if (transport.rank == 0) {
        calls_.emplace(transport, threads_);
        return;
      }
      PatternsOfRank patterns([&] { return source.load(session); },
                              solve_setup<typename Cli::Problem>(session.seed(), threads_, device),
                              transport.rank, transport.size);
      answer_calls(transport, [&](std::string_view request) { return patterns.answer(request); });
      mpi_->finish();
      served_ = true;
    }
  }

  bool served() const { return served_; }  // this is not rank 0, and has done its part
  int threads() const { return threads_; }
  // Of what rank 0 does alone, while its neighbours wait for it.
  int free_threads() const {
    const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    return calls_ ? std::max(threads_, std::min(cores, threads_ * launched_local_size())) : threads_;
  }
  RankCalls* calls() { return calls_ ? &*calls_ : nullptr; }

  // Rank 0 has no more to ask.
  void finish() {
    if (!calls_) return;
    calls_->finish();
    mpi_->finish();
  }

 private:
  int threads_;
  bool served_ = false;
  std::unique_ptr<MpiRanks> mpi_;
  std::optional<RankCalls> calls_;
};

}  // namespace bitbasin
