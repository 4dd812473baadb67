// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/median_select.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/bit_vector.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/philox.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::median_select_test {
namespace {

// A factor's view with random fields of the given size, so that small sizes make many ties.
struct Factor {
  AlignedArray<std::int8_t> theta, bytes;
  BitVector x, top;
  int a, b;

  Factor(std::size_t n, int size, std::uint64_t seed)
      : theta((n + kWordBits - 1) / kWordBits * kWordBits), bytes(theta.size()), x(n), top(n) {
    Stream stream(seed, purpose("test.median_select"));
    std::ranges::fill(theta, std::int8_t{kMostField});
    for (std::size_t i = 0; i < n; ++i) {
      const auto below = static_cast<std::uint64_t>(2 * size + 1);
      theta[i] = static_cast<std::int8_t>(static_cast<int>(uniform_below(stream, below)) - size);
      x.set(i, coin(stream, 0.5));
      top.set(i, coin(stream, 0.5));
    }
    a = static_cast<int>(uniform_below(stream, static_cast<std::uint64_t>(size) + 1));
    b = static_cast<int>(uniform_below(stream, static_cast<std::uint64_t>(size) + 1));
  }

  std::size_t n() const { return x.size(); }
  int y(std::size_t i) const { return std::max(x.sign(i) * theta[i] - (top[i] ? b : a), -128); }
  CavityFields view() const {
    return {theta.data(), x.words().data(), top.words().data(), theta.size() / kWordBits, a, b};
  }
};

void expect_selection(Factor& factor, std::size_t k, int guess) {
  std::vector<int> sorted;
  for (std::size_t i = 0; i < factor.n(); ++i) sorted.push_back(factor.y(i));
  std::ranges::sort(sorted, std::greater());
  BitVector next(factor.n());
  const TwoRanks ranks = select_ranks(factor.view(), k, guess, factor.bytes, next.words().data());
  sorted.push_back(-kMostField);  // for k = n
  ASSERT_EQ(std::max(ranks.first, -kMostField), std::max(sorted[k - 1], -kMostField));
  ASSERT_EQ(std::max(ranks.second, -kMostField), std::max(sorted[k], -kMostField));
  if (ranks.first <= -kMostField || ranks.first == ranks.second) return;
  for (std::size_t i = 0; i < factor.n(); ++i) ASSERT_EQ(next[i], factor.y(i) >= ranks.first);
}

TEST(MedianSelect, AgreesWithSortingForAllSizesAndLevels) {
  for_every_simd_level([](std::string_view) {
    for (std::size_t n = 1; n <= 200; ++n) {
      Factor factor(n, 100, n);
      expect_selection(factor, n / 2 + 1, 0);
    }
  });
}

TEST(MedianSelect, EveryRankWithManyTiesAndWithFew) {
  for_every_simd_level([](std::string_view) {
    for (const int size : {1, 5, 40, kMostField}) {
      Factor factor(131, size, static_cast<std::uint64_t>(size));
      for (std::size_t k = 1; k <= factor.n(); ++k) expect_selection(factor, k, -3);
    }
  });
}

TEST(MedianSelect, AnyGuessWillDo) {
  Factor factor(1001, kMostField, 3);
  for (const int guess : {-100000, -128, -50, 0, 7, 127, 100000}) {
    for (const std::size_t k : {1u, 2u, 300u, 501u, 517u, 999u, 1000u}) expect_selection(factor, k, guess);
  }
}

TEST(MedianSelect, TheBitsMayBeWrittenInPlace) {
  for_every_simd_level([](std::string_view) {
    Factor factor(51, 60, 9);
    BitVector expected(factor.n());
    const TwoRanks ranks = select_ranks(factor.view(), 26, 0, factor.bytes, expected.words().data());
    ASSERT_NE(ranks.first, ranks.second);
    ASSERT_EQ(select_ranks(factor.view(), 26, 0, factor.bytes, factor.top.words().data()), ranks);
    for (std::size_t i = 0; i < factor.n(); ++i) ASSERT_EQ(factor.top[i], expected[i]);
  });
}

TEST(MedianSelect, SaturatedFieldsStayInTheirPlaces) {
  for_every_simd_level([](std::string_view) {
    Factor factor(64, 1, 5);
    for (std::size_t i = 0; i < 64; ++i) {
      factor.theta[i] = i % 2 == 0 ? kMostField : -kMostField;
      factor.x.set(i, true);
    }
    factor.a = factor.b = kMostField;
    EXPECT_EQ(select_ranks(factor.view(), 32, 50, factor.bytes, factor.top.words().data()),
              (TwoRanks{0, -128}));
    EXPECT_EQ(select_ranks(factor.view(), 33, 50, factor.bytes, factor.top.words().data()),
              (TwoRanks{-128, -128}));
  });
}

}  // namespace
}  // namespace bitbasin::median_select_test
