// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/shuffle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace bitbasin::shuffle_test {
namespace {

TEST(Shuffle, ValuesAreFrozen) {
  Stream stream(1, purpose("test.shuffle"));
  EXPECT_THAT(random_permutation(stream, 10), testing::ElementsAre(7, 6, 4, 1, 0, 9, 5, 2, 8, 3));
}

TEST(Shuffle, KeepsTheElements) {
  Stream stream(2, purpose("test.shuffle"));
  std::vector<int> values{1, 1, 2, 3, 5, 8, 13};
  const std::vector<int> before = values;
  shuffle(stream, std::span(values).subspan(2));
  EXPECT_EQ(values[0], 1);
  EXPECT_EQ(values[1], 1);
  EXPECT_THAT(values, testing::UnorderedElementsAreArray(before));

  std::vector<int> nothing;
  shuffle(stream, nothing);
  EXPECT_TRUE(nothing.empty());
  EXPECT_TRUE(random_permutation(stream, 0).empty());

  std::vector<std::uint32_t> order = random_permutation(stream, 1000);
  std::ranges::sort(order);
  for (std::uint32_t i = 0; i < 1000; ++i) EXPECT_EQ(order[i], i);
}

TEST(Shuffle, AllOrdersAreEquallyLikely) {
  Stream stream(3, purpose("test.shuffle"));
  std::map<std::vector<std::uint32_t>, double> counts;
  constexpr double kDraws = 48000;
  for (int i = 0; i < 48000; ++i) counts[random_permutation(stream, 4)] += 1;
  ASSERT_EQ(counts.size(), 24u);
  double chi2 = 0;
  for (const auto& [order, count] : counts)
    chi2 += (count - kDraws / 24) * (count - kDraws / 24) / (kDraws / 24);
  EXPECT_NEAR(chi2, 23, 6 * std::sqrt(2 * 23.0));
}

}  // namespace
}  // namespace bitbasin::shuffle_test
