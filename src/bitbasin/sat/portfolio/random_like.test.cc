// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/portfolio/random_like.h"

#include <gtest/gtest.h>

#include "bitbasin/sat/prepare.h"
#include "bitbasin/sat/random_ksat.h"
#include "bitbasin/sat/structured.test.h"

namespace bitbasin::random_like_test {
namespace {

TEST(LooksRandom, KnowsRandomFormulas) {
  int random = 0;
  for (const std::uint32_t n : {16u, 100u, 1000u}) {
    for (const std::uint32_t k : {3u, 4u, 7u}) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) random += looks_random(random_ksat(n, 4 * n, k, seed));
    }
  }
  EXPECT_GE(random, 88);
  EXPECT_FALSE(looks_random(random_ksat(100, 100, 2, 1)));
  EXPECT_FALSE(looks_random(Formula{}));
}

TEST(LooksRandom, KnowsOthers) {
  EXPECT_FALSE(looks_random(prepare(pigeon_holes(6)).formula()));
  EXPECT_FALSE(looks_random(prepare(colouring_of_clique(6, 5)).formula()));
  EXPECT_FALSE(looks_random(prepare(counter_overflow(4, true)).formula()));
  EXPECT_FALSE(
      looks_random(prepare(parity_on_a_graph(60, true, 1)).formula()));  // all clauses have three literals
  Formula one_sign = random_ksat(100, 400, 3, 1);
  for (Literal& literal : one_sign.literals) literal &= ~1u;
  EXPECT_FALSE(looks_random(one_sign));
}

}  // namespace
}  // namespace bitbasin::random_like_test
