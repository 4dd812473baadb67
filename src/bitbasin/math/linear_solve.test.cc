// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/linear_solve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace bitbasin::linear_solve_test {

TEST(SolveLinear, FindsWhatWasMultiplied) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (std::size_t n = 1; n <= 12; ++n) {
    SquareMatrix matrix(n);
    std::vector<double> x(n), right(n);
    for (double& entry : x) entry = normal(random);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        matrix(i, j) = normal(random);
        right[i] += matrix(i, j) * x[j];
      }
    }
    const std::vector<double> found = solve_linear(matrix, right);
    for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(found[i], x[i], 1e-11) << n;
  }
}

TEST(SolveLinear, ExchangesRowsWhereAPivotIsZeroOrSmall) {
  for (const double pivot : {0.0, 1e-20}) {
    SquareMatrix matrix(2);
    matrix(0, 0) = pivot;
    matrix(0, 1) = 1;
    matrix(1, 0) = 1;
    matrix(1, 1) = 1;
    const std::vector<double> x = solve_linear(matrix, {1, 3});
    EXPECT_DOUBLE_EQ(x[0], 2);
    EXPECT_DOUBLE_EQ(x[1], 1);
  }
}

TEST(SolveLinear, ASingularMatrixHasNoFiniteSolution) {
  SquareMatrix matrix(2);
  matrix(0, 0) = matrix(1, 0) = 1;
  matrix(0, 1) = matrix(1, 1) = 2;
  EXPECT_FALSE(std::isfinite(solve_linear(matrix, {1, 2})[1]));
}

TEST(SolveLinear, NothingHasAnEmptySolution) {
  EXPECT_TRUE(solve_linear(SquareMatrix(), {}).empty());
}

}  // namespace bitbasin::linear_solve_test
