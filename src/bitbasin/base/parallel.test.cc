// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>
#include <vector>

namespace bitbasin::parallel_test {
namespace {

TEST(ParallelRanges, CoverEveryIndexOnce) {
  for (const int threads : {-1, 0, 1, 2, 3, 8}) {
    for (const std::size_t count : {0, 1, 5, 64, 65}) {
      for (const std::size_t grain : {1, 8, 100}) {
        std::vector<int> seen(count, 0);
        parallel_ranges(count, grain, threads, [&](std::size_t begin, std::size_t end) {
          EXPECT_EQ(begin % grain, 0u);
          for (std::size_t i = begin; i < end; ++i) ++seen[i];
        });
        EXPECT_EQ(seen, std::vector<int>(count, 1));
      }
    }
  }
}

TEST(ParallelRanges, NoTwoThreadsShareASlot) {
  for (const int threads : {1, 2, 4}) {
    std::vector<std::atomic<int>> inside(static_cast<std::size_t>(threads));
    std::atomic<int> total = 0;
    for (int repeat = 0; repeat < 200; ++repeat) {
      parallel_ranges(64, 1, threads, [&](std::size_t begin, std::size_t end, std::size_t slot) {
        ASSERT_LT(slot, inside.size());
        EXPECT_EQ(inside[slot].fetch_add(1), 0);
        total += static_cast<int>(end - begin);
        inside[slot].fetch_sub(1);
      });
    }
    EXPECT_EQ(total, 64 * 200);
  }
}

// Each range waits until all are at work, which happens only if each has its own thread. Repeated, because a
// helper that misses one job must not miss the next.
TEST(ParallelRanges, AsManyThreadsAsWereAskedForWorkAtTheSameTime) {
  using Clock = std::chrono::steady_clock;
  for (int repeat = 0; repeat < 100; ++repeat) {
    const int threads = 2 + repeat % 3;
    std::atomic<int> inside = 0;
    std::atomic<bool> late = false;
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    parallel_ranges(static_cast<std::size_t>(threads), 1, threads, [&](std::size_t, std::size_t) {
      ++inside;
      while (inside < threads && !late) {
        if (Clock::now() > deadline) late = true;
        std::this_thread::yield();
      }
    });
    ASSERT_FALSE(late) << inside << " of " << threads << " in repetition " << repeat;
  }
}

TEST(ParallelRanges, ManyCallersAtOnceAndOneInsideAnother) {
  std::vector<std::thread> callers;
  std::atomic<int> total = 0;
  for (int c = 0; c < 4; ++c) {
    callers.emplace_back([&] {
      for (int repeat = 0; repeat < 50; ++repeat) {
        parallel_ranges(8, 1, 2, [&](std::size_t begin, std::size_t end) {
          parallel_ranges(end - begin, 1, 2,
                          [&](std::size_t b, std::size_t e) { total += static_cast<int>(e - b); });
        });
      }
    });
  }
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(total, 4 * 50 * 8);
}

TEST(ParallelRanges, PassesOnAnException) {
  for (const int threads : {1, 2}) {
    EXPECT_THROW(parallel_ranges(10, 1, threads,
                                 [](std::size_t begin, std::size_t) {
                                   if (begin == 0) throw std::runtime_error("no");
                                 }),
                 std::runtime_error);
  }
}

}  // namespace
}  // namespace bitbasin::parallel_test
