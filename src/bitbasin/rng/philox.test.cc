// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/rng/philox.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace bitbasin::philox_test {
namespace {

constexpr std::uint64_t kOnes = ~std::uint64_t{0};

std::vector<std::uint64_t> take(Stream stream, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  for (std::uint64_t& word : words) word = stream.next();
  return words;
}

// Deviation of the number of 1 bits from its mean, in standard deviations.
double bit_excess(std::uint64_t ones, std::uint64_t bits) {
  const auto n = static_cast<double>(bits);
  return (static_cast<double>(ones) - n / 2) / std::sqrt(n / 4);
}

// The kat_vectors file of Random123: zeros, ones, and the digits of pi.
TEST(Philox, GivesThePublishedVectors) {
  EXPECT_EQ(philox_block({}, {}),
            (PhiloxBlock{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
  EXPECT_EQ(philox_block({kOnes, kOnes, kOnes, kOnes}, {kOnes, kOnes}),
            (PhiloxBlock{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
  EXPECT_EQ(philox_block({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89},
                         {0x452821e638d01377, 0xbe5466cf34e90c6c}),
            (PhiloxBlock{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}));
}

// The test vectors of the FNV authors.
TEST(Philox, PurposeIsFnv1a) {
  static_assert(purpose("").value == 0xcbf29ce484222325);
  static_assert(purpose("a").value == 0xaf63dc4c8601ec8c);
  static_assert(purpose("foobar").value == 0x85944171f73967e8);
  EXPECT_EQ(purpose("foobar"), purpose("foobar"));
  EXPECT_NE(purpose("foobar"), purpose("foobaz"));
}

TEST(Stream, IsKeyedBySeedAndPurposeAndCountedByBlockAndIndex) {
  const Purpose p = purpose("test.philox");
  Stream stream(7, p, 42);
  for (std::uint64_t block = 0; block < 3; ++block) {
    for (const std::uint64_t word : philox_block({block, 42, 0, 0}, {7, p.value}))
      EXPECT_EQ(stream.next(), word);
  }
}

TEST(Stream, ValuesAreFrozen) {
  EXPECT_EQ(take(Stream(1, purpose("test.philox")), 5),
            (std::vector<std::uint64_t>{0x807211ba5bd5bd0f, 0xa935b8f8b5d56b26, 0xe4adb1d8a0909ca8,
                                        0x3c8de7b5c7540e93, 0x0620f0f699473e36}));
}

TEST(Stream, FillIsRepeatedNextFromAnyPosition) {
  EXPECT_TRUE(rc::check("fill(n) == n times next()", [] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const auto sizes = *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, 40));
    Stream filled(seed, purpose("test.philox"));
    Stream stepped = filled;
    for (const std::size_t size : sizes) {
      std::vector<std::uint64_t> words(size);
      filled.fill(words);
      for (const std::uint64_t word : words) RC_ASSERT(word == stepped.next());
      RC_ASSERT(filled.position() == stepped.position());
    }
    RC_ASSERT(filled.next() == stepped.next());
  }));
}

TEST(Stream, JumpsToAnyPosition) {
  const std::vector<std::uint64_t> words = take(Stream(3, purpose("test.philox"), 5), 64);
  Stream stream(3, purpose("test.philox"), 5);
  for (std::uint64_t i = 0; i < words.size(); ++i) {
    EXPECT_EQ(stream.at(i), words[i]);
    EXPECT_EQ(stream.position(), 0u) << "at() moved the stream";
  }
  for (const std::uint64_t i : {63u, 0u, 4u, 1u, 31u, 30u, 8u, 7u}) {
    stream.seek(i);
    EXPECT_EQ(stream.position(), i);
    EXPECT_EQ(stream.next(), words[i]);
    EXPECT_EQ(stream.position(), i + 1);
  }
  constexpr std::uint64_t kFar = std::uint64_t{1} << 50;
  stream.seek(kFar + 3);
  EXPECT_EQ(stream.next(), Stream(3, purpose("test.philox"), 5).at(kFar + 3));
}

TEST(Stream, BytesAreUniform) {
  std::vector<std::uint64_t> words(1 << 15);
  Stream(1, purpose("test.philox")).fill(words);
  std::vector<double> counts(256, 0.0);
  for (std::uint64_t word : words) {
    for (int byte = 0; byte < 8; ++byte, word >>= 8) counts[word & 0xff] += 1;
  }
  const double expected = static_cast<double>(words.size()) * 8 / 256;
  double chi2 = 0;
  for (const double count : counts) chi2 += (count - expected) * (count - expected) / expected;
  EXPECT_NEAR(chi2, 255, 6 * std::sqrt(2 * 255.0));
}

// Streams that differ in one thing, even by one bit, agree in half of their bits; so do neighbouring words.
TEST(Stream, DifferentStreamsAreIndependent) {
  constexpr std::size_t kWords = 1 << 12;
  const std::vector<std::uint64_t> base = take(Stream(1, purpose("test.a"), 1), kWords + 1);
  const auto expect_independent = [&](const std::vector<std::uint64_t>& other, const char* what) {
    std::uint64_t equal = 0;
    for (std::size_t i = 0; i < kWords; ++i)
      equal += static_cast<unsigned>(std::popcount(~(base[i] ^ other[i])));
    EXPECT_LT(std::abs(bit_excess(equal, 64 * kWords)), 5) << what;
  };
  for (int bit = 0; bit < 64; ++bit) {
    const std::uint64_t flip = std::uint64_t{1} << bit;
    expect_independent(take(Stream(1 ^ flip, purpose("test.a"), 1), kWords), "seed");
    expect_independent(take(Stream(1, purpose("test.a"), 1 ^ flip), kWords), "index");
    expect_independent(take(Stream(1, {purpose("test.a").value ^ flip}, 1), kWords), "purpose");
  }
  expect_independent({base.begin() + 1, base.end()}, "the next word");
}

}  // namespace
}  // namespace bitbasin::philox_test
