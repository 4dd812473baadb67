// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/unit_votes.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::unit_votes_test {
namespace {

TEST(UnitVotes, CountersStayEqualToRecomputation) {
  for (const bool tree : {false, true}) {
    const CommitteeInstance instance = random_committee({3, tree}, 11, 70, 5);
    UnitVotes votes(instance, random_bit_vector(33, 1));
    for (std::size_t t = 0; t < 60; ++t) {
      const std::size_t i = (t * 37 + t * t) % 33;
      const auto before = static_cast<std::int64_t>(count_violations(instance, votes.weights()));
      ASSERT_EQ(static_cast<std::int64_t>(votes.errors()), before);
      BitVector flipped = votes.weights();
      flipped.flip(i);
      EXPECT_EQ(votes.error_change(i),
                static_cast<std::int64_t>(count_violations(instance, flipped)) - before);
      votes.flip(i);
      ASSERT_EQ(votes.weights(), flipped);
    }
    const BitVector other = random_bit_vector(33, 9);
    votes.assign(other);
    EXPECT_EQ(votes.errors(), count_violations(instance, other));
  }
}

TEST(UnitVotes, BreaksNoneSaysWhetherASolutionStaysOne) {
  const CommitteeInstance instance = teacher_committee({3, false}, 21, 25, 2);
  const UnitVotes votes(instance, *instance.teacher);
  int yes = 0;
  for (std::size_t i = 0; i < 63; ++i) {
    BitVector flipped = *instance.teacher;
    flipped.flip(i);
    EXPECT_EQ(votes.breaks_none(i), count_violations(instance, flipped) == 0) << i;
    yes += votes.breaks_none(i);
  }
  EXPECT_GT(yes, 0);
  EXPECT_LT(yes, 63);
}

}  // namespace
}  // namespace bitbasin::unit_votes_test
