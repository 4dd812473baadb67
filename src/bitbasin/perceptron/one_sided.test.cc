// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/one_sided.h"

#include <gtest/gtest.h>

#include "bitbasin/bits/dot.h"
#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::one_sided_test {
namespace {

std::size_t violated(const OneSided& constraints, const BitVector& w) {
  std::vector<std::int32_t> sums(constraints.x().rows());
  dots(constraints.x(), w, sums);
  std::size_t count = 0;
  for (const std::int32_t sum : sums) count += sum < constraints.least();
  return count;
}

TEST(OneSided, ViolatedBoundsAreAsManyAsErrors) {
  const PerceptronInstance patterns = random_instance(101, 60, 1);
  for (const Constraint& constraint : {Constraint{},
                                       {ConstraintKind::sign, 0.5},
                                       {ConstraintKind::sign, -1.2},
                                       {ConstraintKind::symmetric, 0.6}}) {
    const PerceptronInstance instance = with_constraint(patterns, constraint);
    const OneSided constraints(instance);
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
      const BitVector w = random_bit_vector(101, seed);
      EXPECT_EQ(violated(constraints, w), count_violations(instance, w));
    }
  }
}

TEST(OneSided, OnlyTwoSidedConstraintsAreCopied) {
  const PerceptronInstance instance = random_instance(65, 10, 1);
  EXPECT_EQ(&OneSided(instance).x(), &instance.x.matrix());
  EXPECT_EQ(OneSided(instance).least(), 1);
  const PerceptronInstance tube = with_constraint(instance, {ConstraintKind::symmetric, 1});
  EXPECT_EQ(OneSided(tube).x().rows(), 20u);
  EXPECT_EQ(OneSided(tube).least(), -7);
}

}  // namespace
}  // namespace bitbasin::one_sided_test
