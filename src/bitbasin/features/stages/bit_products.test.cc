// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/stages/bit_products.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::bit_products_test {
namespace {

TEST(BitProducts, MultiplyBitsInACircle) {
  for (const std::size_t others : {3u, 5u, 63u, 64u, 65u, 127u, 128u, 200u, 1025u}) {
    for (const std::int64_t distances : {1, 3, 9}) {
      if (static_cast<std::size_t>(distances) > most_distances(others)) continue;
      const BitProducts products = random_products(others, {distances}, 7);
      const BitMatrix before = random_bit_matrix(4, others, 3);
      BitMatrix bits(4, others + products.outputs());
      for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t i = 0; i < others; ++i) bits.set(r, i, before.get(r, i));
      }
      PackedBitProducts(products).apply(nullptr, 2, bits, 1, others);
      for (std::size_t r = 0; r < 4; ++r) {
        for (std::size_t i = 0; i < others; ++i) ASSERT_EQ(bits.get(r, i), before.get(r, i));
        for (std::size_t j = 0; j < products.outputs(); ++j) {
          const std::size_t i = j % others, other = (i + products.distances[j / others]) % others;
          const bool touched = r == 1 || r == 2;
          const bool agree = before.get(r, i) == before.get(r, other);
          ASSERT_EQ(bits.get(r, others + j), touched && agree) << others << " " << r << " " << j;
        }
      }
    }
  }
}

TEST(BitProducts, HaveDistancesThatDifferAndNoPairTwice) {
  for (const std::uint64_t seed : {1u, 2u, 3u}) {
    const BitProducts all = random_products(9, {4}, seed);
    EXPECT_EQ(all.distances, (std::vector<std::uint32_t>{1, 2, 3, 4}));
  }
  EXPECT_NE(random_products(1001, {5}, 1).distances, random_products(1001, {5}, 2).distances);
  EXPECT_EQ(random_products(1001, {5}, 1), random_products(1001, {5}, 1));
}

TEST(BitProducts, MakeTheSumOdd) {
  for (const std::size_t others : {10u, 11u}) {
    for (const std::int64_t distances : {1, 2, 3}) {
      const std::size_t bits = random_products(others, {distances}, 1).outputs();
      EXPECT_EQ((others + bits) % 2, 1u);
      EXPECT_GE(bits + 1, others * static_cast<std::size_t>(distances));
    }
  }
}

TEST(BitProducts, RefuseMoreDistancesThanThereAre) {
  EXPECT_EQ(error_text([] { random_products(7, {4}, 1); }),
            "products: expected at most 3 distances for 7 bits, got 4");
  EXPECT_EQ(error_text([] { random_products(2, {1}, 1); }),
            "products: expected at most 0 distances for 2 bits, got 1");
}

}  // namespace
}  // namespace bitbasin::bit_products_test
