// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/recent_errors.h"

#include <gtest/gtest.h>

#include <numeric>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin::recent_errors_test {
namespace {

// Weights that walk away from the teacher and back, one flip at a time: most have errors, some do not.
TEST(RecentErrors, AgreesWithAFullCountAlongAWalk) {
  const PerceptronInstance instance = teacher_instance(101, 150, 3);
  std::vector<std::uint32_t> all(150);
  std::iota(all.begin(), all.end(), 0u);
  BitVector w = *instance.teacher;
  RecentErrors recent;
  int right = 0, wrong = 0;
  for (std::size_t t = 0; t < 1000; ++t) {
    w.flip(t * t % 5);
    std::size_t errors = 0;
    for (std::size_t r = 0; r < 150; ++r) {
      int delta = 0;
      for (std::size_t i = 0; i < 101; ++i) delta += instance.x.sign(r, i) * w.sign(i);
      errors += delta <= 0;
    }
    ASSERT_EQ(recent.none(instance.x, all, w), errors == 0);
    ++(errors == 0 ? right : wrong);
  }
  EXPECT_GT(right, 50);
  EXPECT_GT(wrong, 50);
}

TEST(RecentErrors, RemembersMoreErrorsThanItKeeps) {
  const BitMatrix x = random_bit_matrix(400, 1, 7);  // each row errs for one of the two weights
  std::vector<std::uint32_t> all(400);
  std::iota(all.begin(), all.end(), 0u);
  RecentErrors recent;
  BitVector w(1);
  for (std::uint32_t r = 0; r < 400; ++r) {
    w.set(0, !x.get(r, 0));
    ASSERT_FALSE(recent.none(x, std::span(all).subspan(r), w));
  }
}

}  // namespace
}  // namespace bitbasin::recent_errors_test
