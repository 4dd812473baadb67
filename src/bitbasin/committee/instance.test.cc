// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/instance.h"

#include <gmock/gmock.h>

#include <utility>

#include "bitbasin/base/error.h"
#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/committee/random_committee.h"

namespace bitbasin::committee_instance_test {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(CommitteeInstance, HasTheSizesOfItsForm) {
  const CommitteeInstance full = random_committee({3, false}, 21, 30, 1);
  EXPECT_EQ(full.x.cols(), 21u);
  EXPECT_EQ(full.n(), 21u);
  EXPECT_EQ(full.weights(), 63u);
  EXPECT_DOUBLE_EQ(full.alpha(), 30.0 / 63);
  EXPECT_EQ(full.column(2, 5), 5u);
  const CommitteeInstance tree = random_committee({3, true}, 21, 30, 1);
  EXPECT_EQ(tree.x.cols(), 63u);
  EXPECT_EQ(tree.n(), 21u);
  EXPECT_EQ(tree.column(2, 5), 47u);
}

TEST(CommitteeInstance, ATeacherSolvesItsInstance) {
  for (const bool tree : {false, true}) {
    const CommitteeInstance instance = teacher_committee({5, tree}, 21, 200, 3);
    EXPECT_EQ(count_violations(instance, *instance.teacher), 0u);
    EXPECT_EQ(overlap(instance, *instance.teacher, *instance.teacher), 1);
    // Labels are absorbed: undoing that gives the patterns of random labels.
    const CommitteeInstance random = random_committee({5, tree}, 21, 200, 3);
    EXPECT_EQ(original_patterns(as_patterns(instance)), original_patterns(as_patterns(random)));
  }
}

// Three units of one input each, sums +1 or -1.
TEST(CommitteeInstance, TheMajorityDecides) {
  BitMatrix x(1, 3);
  x.set(0, 0, true);
  x.set(0, 1, true);
  const CommitteeInstance instance = committee_from_patterns({x, BitVector(1), std::nullopt, {}}, {3, true});
  const auto errors = [&](int bits) {
    BitVector w(3);
    for (std::size_t i = 0; i < 3; ++i) w.set(i, bits >> i & 1);
    return count_violations(instance, w);
  };
  EXPECT_EQ(errors(0b111), 0u);  // + + -
  EXPECT_EQ(errors(0b001), 0u);  // + - +
  EXPECT_EQ(errors(0b101), 1u);  // + - -
  EXPECT_EQ(errors(0b000), 1u);  // - - +
}

TEST(CommitteeInstance, FlippedWeightsErrWhereTheOthersDoNot) {
  const CommitteeInstance instance = random_committee({3, false}, 51, 100, 2);
  const BitVector w = random_bit_vector(153, 1);
  BitVector opposite = w;
  negate(opposite.words(), 153);
  EXPECT_EQ(count_violations(instance, w) + count_violations(instance, opposite), 100u);
}

TEST(CommitteeInstance, OverlapMatchesUnitsThatSeeTheSame) {
  const CommitteeInstance full = teacher_committee({5, false}, 31, 10, 4);
  BitVector shuffled(155);
  for (std::size_t l = 0; l < 5; ++l) {
    for (std::size_t i = 0; i < 31; ++i) shuffled.set((2 * l + 1) % 5 * 31 + i, (*full.teacher)[l * 31 + i]);
  }
  EXPECT_EQ(overlap(full, *full.teacher, shuffled), 1);
  EXPECT_EQ(count_violations(full, shuffled), 0u);
  const CommitteeInstance tree = teacher_committee({5, true}, 31, 10, 4);
  EXPECT_LT(overlap(tree, *full.teacher, shuffled), 0.5);
}

TEST(CommitteeInstance, RefusesWhatDoesNotFit) {
  EXPECT_THAT(
      [] {
        random_committee({4, false}, 11, 5, 1);
      },
      ThrowsMessage<Error>(HasSubstr("odd number of units")));
  EXPECT_THAT(
      [] {
        committee_from_patterns(random_instance(11, 5, 1), {3, true});
      },
      ThrowsMessage<Error>("expected patterns whose entries divide evenly among the 3 units of a tree, "
                           "got 11 entries"));
  EXPECT_THAT(
      [] {
        count_violations(random_committee({3, false}, 11, 5, 1), BitVector(11));
      },
      ThrowsMessage<Error>("expected 33 weights, 11 for each of 3 units, got 11"));
  RandomCommittee even;
  even.n = 10;
  even.alpha = 0.5;
  EXPECT_THAT([&] { constraints_of(even); }, ThrowsMessage<Error>(HasSubstr("odd number of inputs")));
  even.n = 11;
  even.form.units = 2;
  EXPECT_THAT([&] { constraints_of(even); }, ThrowsMessage<Error>(HasSubstr("so that no vote is a tie")));
}

}  // namespace
}  // namespace bitbasin::committee_instance_test
