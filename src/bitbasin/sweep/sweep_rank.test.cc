// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sweep/sweep_rank.h"

#include <gmock/gmock.h>

#include <atomic>
#include <functional>
#include <thread>

#include "bitbasin/base/error.h"
#include "bitbasin/data/temp_folder.test.h"
#include "bitbasin/ranks/memory_network.test.h"
#include "bitbasin/ranks/signs_of_life.h"
#include "bitbasin/store/store.h"
#include "bitbasin/sweep/message.h"
#include "bitbasin/sweep/sweep_file.h"
#include "bitbasin/sweep/sweep_run.h"

namespace bitbasin::sweep_rank_test {
namespace {

using ::testing::HasSubstr;

// Some tasks that end at once, and some that end only when they are stopped.
constexpr const char* kEndless = R"(
[[sweep]]
kind = "theory equilibrium"
alpha = "0.1:0.5:20"
[[sweep]]
kind = "solve ksat"
n = 200
alpha = 6
algorithm = "probsat:flips=1000000000000"
instances = 10
)";

// Ranks 0 and 1 as they are, and a rank 2 that a test makes up.
class ThreeRanks {
 public:
  // What rank 0 failed with.
  std::string run(const std::function<void(const Transport&)>& rank_two, double patience,
                  RunLimits limits = {}) {
    std::thread one([&] {
      RunControl control;
      try {
        serve_sweep(transport(1, patience), 1, control);
      } catch (const Error& error) {
        one_said = error.what();
      }
    });
    std::thread two([&] { rank_two(transport(2, patience)); });
    const std::string said = error_text([&] {
      RunControl control(limits);
      const Transport zero = transport(0, patience);
      run_sweep(parse_sweep("a.toml", kEndless), store_, {1, false, &zero, {}}, control);
    });
    one.join();
    two.join();
    return said;
  }

  Store& store() { return store_; }
  std::string one_said;

 private:
  Transport transport(int rank, double patience) {
    Transport transport = network_.rank(rank);
    transport.patience = patience;
    return transport;
  }

  TempFolder folder_;
  Store store_ = Store::open(folder_.path("runs.db"));
  MemoryNetwork network_{3};
};

std::string next_message(const Transport& transport) {
  int from = 0;
  std::string message;
  while (!transport.receive(from, message)) std::this_thread::yield();
  return message;
}

TEST(SweepRank, OneThatFailsEndsTheSweepWithItsSentence) {
  ThreeRanks ranks;
  bool stopped = false;
  const std::string said = ranks.run(
      [&](const Transport& transport) {
        next_message(transport);
        transport.send(0, failed_message("expected memory, got none"));
        while (kind_of(next_message(transport)) != MessageKind::stop) {
        }
        stopped = true;
      },
      60);
  EXPECT_EQ(said, "rank 2: expected memory, got none");
  EXPECT_TRUE(stopped);
  EXPECT_EQ(ranks.one_said, "");
}

TEST(SweepRank, OneThatDiesIsMissed) {
  ThreeRanks ranks;
  const std::string said = ranks.run([](const Transport& transport) { next_message(transport); }, 2);
  EXPECT_THAT(said, HasSubstr("rank 2 has been silent for 2 s"));
  EXPECT_EQ(ranks.one_said, "");
  EXPECT_GT(ranks.store().counts().done, 0u);  // what the others had finished
}

TEST(SweepRank, WhatMakesNoSenseEndsTheSweep) {
  ThreeRanks ranks;
  const std::string said = ranks.run([](const Transport& transport) { transport.send(0, "rubbish"); }, 60);
  EXPECT_THAT(said, HasSubstr("message"));
}

// A plan that this rank cannot read: it tells rank 0, and leaves when rank 0 says so.
TEST(SweepRank, TellsWhatItFailedWith) {
  MemoryNetwork network(2);
  const Transport zero = network.rank(0);
  std::thread one([&] {
    RunControl control;
    serve_sweep(network.rank(1), 1, control);
  });
  zero.send(1, "p and nothing that follows");
  EXPECT_THAT(read_failed_message(next_message(zero)), HasSubstr("message"));
  zero.send(1, plain_message(MessageKind::stop));
  one.join();
}

TEST(SweepRank, DoesNotWaitForARankZeroThatIsGone) {
  MemoryNetwork network(2);
  const Transport zero = network.rank(0);
  std::string said;
  std::thread one([&] {
    Transport transport = network.rank(1);
    transport.patience = 0.02;  // ten times that for rank 0
    RunControl control;
    said = error_text([&] { serve_sweep(transport, 1, control); });
  });
  zero.send(1, plan_message(parse_sweep("a.toml", kEndless)));
  EXPECT_EQ(kind_of(next_message(zero)), MessageKind::hello);
  EXPECT_EQ(kind_of(next_message(zero)), MessageKind::alive);  // with nothing to do it still says something
  one.join();
  EXPECT_THAT(said, HasSubstr("rank 0 has been silent for "));
}

TEST(SweepRank, LeavesBeforeItHasAPlan) {
  MemoryNetwork network(2);
  network.rank(0).send(1, plain_message(MessageKind::stop));
  RunControl control;
  serve_sweep(network.rank(1), 1, control);
}

TEST(SignsOfLife, APauseOfTheMachineIsNoSilence) {
  AwakeTime awake;
  awake.count(0.5);
  awake.count(0.75);
  EXPECT_DOUBLE_EQ(awake.seconds(), 0.75);
  awake.count(10000);
  EXPECT_DOUBLE_EQ(awake.seconds(), 1.75);
}

}  // namespace
}  // namespace bitbasin::sweep_rank_test
