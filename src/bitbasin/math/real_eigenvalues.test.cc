// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/real_eigenvalues.h"

#include <gtest/gtest.h>

#include <random>

namespace bitbasin::real_eigenvalues_test {

// Two symmetric positive matrices, whose product is not symmetric and has real eigenvalues.
Matrix3 random_square(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Matrix3 a{}, transposed{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) a[i][j] = transposed[j][i] = normal(random);
  }
  return a * transposed;
}

TEST(RealEigenvalues, AreThoseOfTheirVectors) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 200; ++trial) {
    const Matrix3 m = random_square(random) * random_square(random);
    const Vector3 values = real_eigenvalues(m);
    EXPECT_NEAR(values[0] + values[1] + values[2], m[0][0] + m[1][1] + m[2][2], 1e-12 * values[0]);
    EXPECT_GE(values[0], values[1]);
    EXPECT_GE(values[1], values[2]);
    if (values[0] < 1.01 * values[1]) continue;
    const Vector3 x = eigenvector(m, values[0]);
    EXPECT_NEAR(x[0] * x[0] + x[1] * x[1] + x[2] * x[2], 1, 1e-14);
    EXPECT_GE(x[0] + x[1] + x[2], 0);
    for (const std::size_t i : {0u, 1u, 2u}) {
      const double image = m[i][0] * x[0] + m[i][1] * x[1] + m[i][2] * x[2];
      EXPECT_NEAR(image, values[0] * x[i], 1e-10 * values[0]);
    }
  }
}

TEST(RealEigenvalues, OfDiagonalAndTriangularMatricesAreOnTheDiagonal) {
  for (const double above : {0.0, 7.0}) {
    const Vector3 values = real_eigenvalues({{{-1, above, above}, {0, 5, above}, {0, 0, 2}}});
    EXPECT_NEAR(values[0], 5, 1e-14);
    EXPECT_NEAR(values[1], 2, 1e-14);
    EXPECT_NEAR(values[2], -1, 1e-14);
  }
  EXPECT_EQ(real_eigenvalues({{{3, 0, 0}, {0, 3, 0}, {0, 0, 3}}}), (Vector3{3, 3, 3}));
}

// Rounding may take the cosine of the angle beyond 1.
TEST(RealEigenvalues, MayBeEqual) {
  for (double x = 0.1; x < 3; x += 0.1) {
    const Vector3 low = real_eigenvalues({{{4, 0, 0}, {0, x, 0}, {0, 0, x}}});
    const Vector3 high = real_eigenvalues({{{-4, 0, 0}, {0, x, 0}, {0, 0, x}}});
    EXPECT_NEAR(low[1], x, 1e-7);
    EXPECT_NEAR(low[2], x, 1e-7);
    EXPECT_NEAR(high[0], x, 1e-7);
    EXPECT_NEAR(high[1], x, 1e-7);
  }
}

TEST(RealEigenvalues, AnyRowMayVanishWhereTheVectorIs) {
  EXPECT_EQ(eigenvector({{{2, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 2), (Vector3{1, 0, 0}));
  EXPECT_EQ(eigenvector({{{1, 0, 0}, {0, 2, 0}, {0, 0, 1}}}, 2), (Vector3{0, 1, 0}));
  EXPECT_EQ(eigenvector({{{1, 0, 0}, {0, 1, 0}, {0, 0, 2}}}, 2), (Vector3{0, 0, 1}));
}

}  // namespace bitbasin::real_eigenvalues_test
