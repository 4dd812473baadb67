// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/pattern_products.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"
#include "bitbasin/perceptron/messages/host_patterns.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::pattern_products_test {
namespace {

std::vector<double> random_values(std::size_t n, std::uint64_t seed) {
  Stream stream(seed, purpose("test.values"));
  std::vector<double> v(n);
  for (double& a : v) a = 2 * uniform01(stream) - 1;
  return v;
}

// The rms errors of both products.
struct Rounding {
  double forward = 0, backward = 0;
};

Rounding rounding(int passes) {
  const PerceptronInstance instance = random_instance(1001, 700, 1);
  PatternProducts patterns(instance.x, instance.sums(), 1, passes);
  const auto m = random_values(1001, 2), g = random_values(700, 3);
  std::vector<double> xm(700), xtg(1001);
  patterns.forward(m, xm);
  patterns.backward(g, xtg);
  Rounding squares;
  for (std::size_t k = 0; k < 700; ++k) {
    double sum = 0;
    for (std::size_t i = 0; i < 1001; ++i) sum += instance.x.sign(k, i) * m[i];
    squares.forward += (xm[k] - sum) * (xm[k] - sum) / 700;
  }
  for (std::size_t i = 0; i < 1001; ++i) {
    double sum = 0;
    for (std::size_t k = 0; k < 700; ++k) sum += instance.x.sign(k, i) * g[k];
    squares.backward += (xtg[i] - sum) * (xtg[i] - sum) / 1001;
  }
  return {std::sqrt(squares.forward), std::sqrt(squares.backward)};
}

TEST(PatternProducts, BothProductsAreRightWithinTheStatedRounding) {
  const Rounding error = rounding(1);
  // rms error 1.4e-4 sqrt(n) max|v|, with 20 percent to spare
  EXPECT_LT(error.forward, 1.7e-4 * std::sqrt(1001.0));
  EXPECT_LT(error.backward, 1.7e-4 * std::sqrt(700.0));
  EXPECT_GT(error.forward, 1e-5);  // the check can tell rounding from exact sums
}

TEST(PatternProducts, ASecondPassAddsTwelveBits) {
  const Rounding error = rounding(2);
  EXPECT_LT(error.forward, 1.7e-4 / 4094 * std::sqrt(1001.0));
  EXPECT_LT(error.backward, 1.7e-4 / 4094 * std::sqrt(700.0));
}

TEST(PatternProducts, TakesAQuarterByteAnEntry) {
  const HostPatterns patterns(random_instance(1001, 700, 1).x, {}, 1);
  EXPECT_LE(patterns.bytes(), 1001 * 700 / 4 + 64 * (1001 + 700));
}

TEST(PatternProducts, ErrorsAgreeWithTheSlowChecker) {
  const PerceptronInstance instance = teacher_instance(301, 400, 5);
  PatternProducts patterns(instance.x, instance.sums(), 2);
  BitVector w = *instance.teacher;
  EXPECT_TRUE(patterns.violates_none(w));
  EXPECT_EQ(patterns.count_errors(w), 0u);
  for (std::size_t i = 0; i < 60; ++i) {
    w.flip(i);
    ASSERT_EQ(patterns.count_errors(w), count_violations(instance, w));
    ASSERT_EQ(patterns.violates_none(w), count_violations(instance, w) == 0);
  }
}

TEST(PatternProducts, ErrorsAreThoseOfTheConstraint) {
  const PerceptronInstance patterns_alone = random_instance(301, 200, 5);
  for (const Constraint& constraint : {Constraint{ConstraintKind::sign, 0.4},
                                       {ConstraintKind::sign, -0.7},
                                       {ConstraintKind::symmetric, 1.3}}) {
    const PerceptronInstance instance = with_constraint(patterns_alone, constraint);
    PatternProducts patterns(instance.x, instance.sums(), 1);
    BitVector w(301);
    for (std::size_t i = 0; i < 301; i += 5) {
      w.flip(i);
      ASSERT_EQ(patterns.count_errors(w), count_violations(instance, w)) << to_string(constraint.kind);
      ASSERT_FALSE(patterns.violates_none(w));
    }
  }
}

TEST(PatternProducts, NoPatternsAreNoErrors) {
  PatternProducts patterns(BitMatrix(0, 11), {}, 1);
  EXPECT_TRUE(patterns.violates_none(BitVector(11)));
}

}  // namespace
}  // namespace bitbasin::pattern_products_test
