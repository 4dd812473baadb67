// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/presentation_order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

namespace bitbasin::presentation_order_test {
namespace {

TEST(PresentationOrder, IsAPermutationForEverySize) {
  for (const std::size_t patterns : {0, 1, 2, 63, 64, 130, 1023, 1024, 1025, 5000}) {
    PresentationOrder order(patterns);
    Stream stream(1, purpose("test"));
    for (int epoch = 0; epoch < 3; ++epoch) {
      order.shuffle(stream);
      std::vector<std::uint32_t> rows(order.rows().begin(), order.rows().end());
      std::ranges::sort(rows);
      std::vector<std::uint32_t> all(patterns);
      std::iota(all.begin(), all.end(), 0u);
      ASSERT_EQ(rows, all);
    }
  }
}

TEST(PresentationOrder, IsAnotherOneEveryEpoch) {
  PresentationOrder order(10);
  Stream stream(1, purpose("test"));
  std::set<std::vector<std::uint32_t>> seen;
  for (int epoch = 0; epoch < 100; ++epoch) {
    order.shuffle(stream);
    seen.emplace(order.rows().begin(), order.rows().end());
  }
  EXPECT_GE(seen.size(), 99u);
}

TEST(PresentationOrder, KeepsShortRunsOfNeighboursTogether) {
  PresentationOrder order(6400);
  Stream stream(1, purpose("test"));
  order.shuffle(stream);
  std::size_t neighbours = 0;
  for (std::size_t i = 1; i < 6400; ++i) neighbours += order.rows()[i] == order.rows()[i - 1] + 1;
  EXPECT_GE(neighbours, 6300u);  // 63 in each of 100 runs of 64, and a few by chance
  EXPECT_LE(neighbours, 6310u);
}

}  // namespace
}  // namespace bitbasin::presentation_order_test
