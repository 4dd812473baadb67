// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/parallel.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

namespace bitbasin {
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
}  // namespace bitbasin
