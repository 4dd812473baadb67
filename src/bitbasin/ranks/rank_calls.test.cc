// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/ranks/rank_calls.h"

#include <gmock/gmock.h>

#include <thread>

#include "bitbasin/base/error.h"
#include "bitbasin/ranks/memory_network.test.h"

namespace bitbasin::rank_calls_test {
namespace {

// What it fails with.
template <class Action>
std::string error_of(Action action) {
  try {
    action();
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

// Rank 0, and two others that answer with their number and the question.
class ThreeRanks {
 public:
  explicit ThreeRanks(double patience = 60) {
    zero_.patience = patience;
    for (int rank = 1; rank < 3; ++rank) {
      others_.emplace_back([this, rank, patience] {
        Transport transport = network_.rank(rank);
        transport.patience = patience;
        said_[rank] = error_of([&] {
          answer_calls(transport, [&](std::string_view request) {
            if (request == "fail") fail("expected mercy, got none");
            if (request == "sleep") std::this_thread::sleep_for(std::chrono::milliseconds(100));
            return std::to_string(rank) + std::string(request);
          });
        });
      });
    }
  }
  ~ThreeRanks() { join(); }

  void join() {
    for (std::thread& other : others_) {
      if (other.joinable()) other.join();
    }
  }
  RankCalls& calls() { return calls_; }
  // What a rank failed with.
  const std::string& said(int rank) const { return said_[rank]; }

 private:
  MemoryNetwork network_{3};
  Transport zero_ = network_.rank(0);
  RankCalls calls_{zero_};
  std::string said_[3];
  std::vector<std::thread> others_;
};

TEST(RankCalls, EachRankAnswersInOrder) {
  ThreeRanks ranks;
  ranks.calls().ask_all("a");
  const std::string own[] = {"", "b", ""};
  ranks.calls().ask_each(own);
  EXPECT_EQ(ranks.calls().answer(2), "2a");
  EXPECT_EQ(ranks.calls().answer(1), "1a");
  EXPECT_EQ(ranks.calls().answer(1), "1b");
  EXPECT_EQ(ranks.calls().answer(2), "2");
  ranks.calls().finish();
  ranks.join();
  EXPECT_EQ(ranks.said(1), "");
}

TEST(RankCalls, OneThatFailsTellsRankZero) {
  ThreeRanks ranks;
  ranks.calls().ask_each(std::vector<std::string>{"", "", "fail"});
  EXPECT_EQ(error_of([&] { ranks.calls().answer(2); }), "rank 2: expected mercy, got none");
  ranks.calls().finish();
  ranks.join();
  EXPECT_EQ(ranks.said(2), "") << "rank 0 has ended the job";
}

TEST(RankCalls, OneThatIsSilentIsMissed) {
  ThreeRanks ranks(0.02);
  ranks.calls().ask_each(std::vector<std::string>{"", "", "sleep"});
  EXPECT_EQ(error_of([&] { ranks.calls().answer(2); }), "rank 2 has been silent for 0.02 s");
  EXPECT_EQ(ranks.calls().answer(1), "1");
  EXPECT_EQ(ranks.calls().answer(2, 100), "2sleep");
  ranks.calls().finish();
}

TEST(RankCalls, NapsAreAsLongAsTheTransportWants) {
  bool arrived = false;
  std::vector<double> naps;
  const Transport transport{.rank = 0,
                            .size = 2,
                            .send_all = {},
                            .receive =
                                [&](int& from, std::string& bytes) {
                                  from = 1;
                                  bytes = "a7";
                                  return arrived;
                                },
                            .nap =
                                [&](double seconds) {
                                  naps.push_back(seconds);
                                  arrived = true;
                                },
                            .shortest_nap = 4e-4};
  RankCalls calls(transport);
  EXPECT_EQ(calls.answer(1), "7");
  EXPECT_THAT(naps, testing::ElementsAre(4e-4));
}

TEST(RankCalls, ARankZeroThatIsGoneIsNotWaitedFor) {
  ThreeRanks ranks(0.01);
  ranks.join();
  EXPECT_EQ(ranks.said(1), "rank 0 has been silent for 0.1 s");
}

}  // namespace
}  // namespace bitbasin::rank_calls_test
