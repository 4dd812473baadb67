// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/checker.h"

#include <gtest/gtest.h>

#include <cmath>
#include <initializer_list>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::checker_test {
namespace {

BitVector bits(std::initializer_list<int> signs) {
  BitVector result(signs.size());
  std::size_t i = 0;
  for (const int sign : signs) result.set(i++, sign > 0);
  return result;
}

PerceptronInstance rows(std::initializer_list<BitVector> patterns) {
  BitMatrix x(patterns.size(), patterns.begin()->size());
  BitVector labels(patterns.size());
  std::size_t r = 0;
  for (const BitVector& pattern : patterns) {
    for (std::size_t i = 0; i < pattern.size(); ++i) x.set(r, i, pattern[i]);
    labels.set(r++, true);
  }
  return instance_from_patterns(std::move(x), std::move(labels));
}

TEST(CheckWeights, CountsPatternsWithoutPositiveSum) {
  const BitVector w = bits({1, 1, -1});
  EXPECT_EQ(count_violations(rows({bits({1, 1, -1})}), w), 0);                     // 3
  EXPECT_EQ(count_violations(rows({bits({1, 1, 1}), bits({-1, -1, -1})}), w), 1);  // 1, -1
  EXPECT_EQ(count_violations(rows({bits({-1, -1, 1}), bits({1, -1, 1})}), w), 2);  // -3, -1
}

TEST(CheckWeights, ATieIsAnError) {
  EXPECT_EQ(count_violations(rows({bits({1, -1}), bits({1, 1})}), bits({1, 1})), 1);
}

TEST(CheckWeights, ConstraintsAreCheckedByTheirDefinition) {
  // Sums 4, 0 and -4 of four synapses; sqrt(N) = 2.
  const PerceptronInstance all = rows({bits({1, 1, 1, 1}), bits({1, 1, -1, -1}), bits({-1, -1, -1, -1})});
  const auto errors = [&](ConstraintKind kind, double kappa) {
    return count_violations(with_constraint(all, {kind, kappa}), bits({1, 1, 1, 1}));
  };
  EXPECT_EQ(errors(ConstraintKind::sign, 0), 2u);
  EXPECT_EQ(errors(ConstraintKind::sign, -0.1), 1u);
  EXPECT_EQ(errors(ConstraintKind::sign, 1.9), 2u);
  EXPECT_EQ(errors(ConstraintKind::sign, -2), 1u);  // -4 > -4 is not true
  EXPECT_EQ(errors(ConstraintKind::symmetric, 1), 2u);
  EXPECT_EQ(errors(ConstraintKind::symmetric, 0), 2u);
}

TEST(CheckWeights, FlippedWeightsErrWhereTheOthersDoNot) {
  const PerceptronInstance instance = random_instance(201, 300, 9);
  BitVector w(201);
  for (std::size_t i = 0; i < 201; ++i) w.set(i, i % 3 == 0);
  BitVector opposite = w;
  negate(opposite.words(), 201);
  const std::size_t errors = count_violations(instance, w);
  EXPECT_GT(errors, 100);
  EXPECT_LT(errors, 200);
  EXPECT_EQ(errors + count_violations(instance, opposite), 300);
}

TEST(CheckWeights, RefusesAnotherSize) {
  EXPECT_EQ(error_text([] { count_violations(random_instance(5, 2, 1), BitVector(7)); }),
            "expected 5 weights, one for each entry of a pattern, got 7");
}

TEST(Overlap, IsTheNormalisedProduct) {
  EXPECT_EQ(overlap(bits({1, 1, -1, 1}), bits({1, 1, -1, 1})), 1);
  EXPECT_EQ(overlap(bits({1, 1, -1, 1}), bits({-1, -1, 1, -1})), -1);
  EXPECT_EQ(overlap(bits({1, 1, -1, 1}), bits({1, 1, -1, -1})), 0.5);
  EXPECT_EQ(error_text([] { overlap(BitVector(3), BitVector(4)); }),
            "expected 3 weights, as many as the teacher has, got 4");
}

}  // namespace
}  // namespace bitbasin::checker_test
