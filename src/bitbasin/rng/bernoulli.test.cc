// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/bernoulli.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "bitbasin/base/error.h"

namespace bitbasin::bernoulli_test {
namespace {

double ones(const std::vector<std::uint64_t>& words) {
  double count = 0;
  for (const std::uint64_t word : words) count += std::popcount(word);
  return count;
}

TEST(Bernoulli, ValuesAreFrozen) {
  std::vector<std::uint64_t> words(3);
  Stream stream(1, purpose("test.bernoulli"));
  fill_bernoulli(stream, 0.3, words);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{0x6081150084049705, 0x80430d2a44d000aa, 0xf30860000564a200}));
  EXPECT_EQ(stream.position(), 22u);
  fill_bernoulli(stream, 0.5, words);
  EXPECT_EQ(words, (std::vector<std::uint64_t>{0x38765e172fc7ad41, 0x458d62e6ca0def46, 0xad1ca39951777c14}));
}

// Lane by lane: U < p, where the k-th word drawn holds the k-th binary digit of every U.
TEST(Bernoulli, ComparesTheDigitsOfARandomNumberWithThoseOfP) {
  for (const double p : {0.5, 0.75, 0.125, 0.3, 0.999, 1e-3, 0x1p-64}) {
    Stream stream(9, purpose("test.bernoulli"));
    std::vector<std::uint64_t> words(1);
    fill_bernoulli(stream, p, words);
    for (int lane = 0; lane < 64; ++lane) {
      long double u = 0;
      Stream digits(9, purpose("test.bernoulli"));
      for (int k = 1; k <= 64; ++k) u += std::ldexp(static_cast<long double>(digits.next() >> lane & 1), -k);
      EXPECT_EQ(words[0] >> lane & 1, u < p) << "p " << p << " lane " << lane;
    }
  }
}

TEST(Bernoulli, EveryLaneHasProbabilityP) {
  constexpr std::size_t kWords = 4000;
  for (const double p : {1e-3, 0.1, 0.25, 1.0 / 3, 0.5, 0.7, 0.99}) {
    std::vector<std::uint64_t> words(kWords);
    Stream stream(2, purpose("test.bernoulli"));
    fill_bernoulli(stream, p, words);
    EXPECT_NEAR(ones(words), 64 * p * kWords, 5 * std::sqrt(64 * p * (1 - p) * kWords)) << p;
    for (int lane = 0; lane < 64; ++lane) {
      double count = 0;
      for (const std::uint64_t word : words) count += static_cast<double>(word >> lane & 1);
      EXPECT_NEAR(count, p * kWords, 6 * std::sqrt(p * (1 - p) * kWords) + 1) << p << " lane " << lane;
    }
  }
}

// Two lanes of one word, and one lane of neighbouring words, agree as often as independent bits do.
TEST(Bernoulli, BitsAreIndependent) {
  constexpr std::size_t kWords = 20000;
  const double p = 0.3;
  std::vector<std::uint64_t> words(kWords);
  Stream stream(3, purpose("test.bernoulli"));
  fill_bernoulli(stream, p, words);
  const double agree = p * p + (1 - p) * (1 - p);
  const double bits = 64.0 * kWords;
  double across_lanes = 0;
  double across_words = 0;
  for (std::size_t i = 0; i < kWords; ++i) {
    across_lanes += std::popcount(~(words[i] ^ std::rotl(words[i], 1)));
    across_words += std::popcount(~(words[i] ^ words[(i + 1) % kWords]));
  }
  EXPECT_NEAR(across_lanes / bits, agree, 6 * std::sqrt(agree * (1 - agree) / bits));
  EXPECT_NEAR(across_words / bits, agree, 6 * std::sqrt(agree * (1 - agree) / bits));
}

TEST(Bernoulli, CertaintiesAndShortExpansionsAreExactAndCheap) {
  std::vector<std::uint64_t> words(100);
  Stream stream(4, purpose("test.bernoulli"));
  fill_bernoulli(stream, 0.0, words);
  EXPECT_EQ(ones(words), 0);
  fill_bernoulli(stream, 1.0, words);
  EXPECT_EQ(ones(words), 6400);
  EXPECT_EQ(stream.position(), 0u);
  fill_bernoulli(stream, 0.5, words);
  EXPECT_EQ(stream.position(), 100u);
  fill_bernoulli(stream, 0.75, words);
  EXPECT_EQ(stream.position(), 300u);
}

TEST(Bernoulli, RefusesWhatIsNoProbability) {
  std::vector<std::uint64_t> words(1);
  Stream stream(5, purpose("test.bernoulli"));
  for (const double p : {-0.1, 1.1, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(fill_bernoulli(stream, p, words), Error);
  }
}

}  // namespace
}  // namespace bitbasin::bernoulli_test
