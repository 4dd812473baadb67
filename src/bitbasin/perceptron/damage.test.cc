// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/damage.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/random_bits.test.h"
#include "bitbasin/perceptron/checker.h"

namespace bitbasin::damage_test {
namespace {

TEST(MeasureDamage, CountsWhatTheCheckerCounts) {
  const PerceptronInstance instance = random_instance(101, 60, 3);
  const BitVector weights = random_bit_vector(101, 4);
  BitVector opposite = weights;
  negate(opposite.words(), opposite.size());
  const double fractions[] = {0, 1};
  const auto points = measure_damage(instance, weights, fractions, 1);
  ASSERT_EQ(points.size(), 2u);
  EXPECT_EQ(points[0].errors.mean, static_cast<double>(count_violations(instance, weights)));
  EXPECT_EQ(points[0].errors.standard_error, 0);
  EXPECT_EQ(points[1].flipped, 101u);
  EXPECT_EQ(points[1].errors.mean, static_cast<double>(count_violations(instance, opposite)));
  EXPECT_FALSE(points[0].generalization_error);
}

TEST(MeasureDamage, OfATeacherGrowsWithTheFraction) {
  const PerceptronInstance instance = teacher_instance(1001, 500, 3);
  const double fractions[] = {0.01, 0.1};
  const auto points = measure_damage(instance, *instance.teacher, fractions, 1);
  EXPECT_EQ(points[0].flipped, 10u);
  EXPECT_EQ(points[1].flipped, 100u);
  // Flipped weights are different ones, so the overlap is 1 - 2 f, and patterns are unseen by the teacher.
  for (const DamagePoint& point : points) {
    const double r = 1 - 2 * static_cast<double>(point.flipped) / 1001;
    EXPECT_NEAR(*point.generalization_error, std::acos(r) / 3.14159265358979, 1e-6);
    EXPECT_NEAR(point.errors.mean / 500, *point.generalization_error, 0.02);
    EXPECT_GT(point.errors.standard_error, 0);
  }
}

TEST(MeasureDamage, SymmetricConstraintsHaveErrorsOnBothSides) {
  const PerceptronInstance instance =
      with_constraint(random_instance(101, 60, 3), {ConstraintKind::symmetric, 0.5});
  const BitVector weights = random_bit_vector(101, 4);
  const double fractions[] = {0};
  EXPECT_EQ(measure_damage(instance, weights, fractions, 1)[0].errors.mean,
            static_cast<double>(count_violations(instance, weights)));
}

}  // namespace
}  // namespace bitbasin::damage_test
