// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/real_eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>

namespace bitbasin {
namespace {

Matrix3 shifted(Matrix3 m, double by) {
  for (std::size_t i = 0; i < 3; ++i) m[i][i] -= by;
  return m;
}

Vector3 cross(const Vector3& a, const Vector3& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

double dot(const Vector3& a, const Vector3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

double principal_minor(const Matrix3& m, std::size_t i, std::size_t j) {
  return m[i][i] * m[j][j] - m[i][j] * m[j][i];
}

}  // namespace

Matrix3 operator*(const Matrix3& a, const Matrix3& b) {
  Matrix3 product{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      for (std::size_t k = 0; k < 3; ++k) product[i][j] += a[i][k] * b[k][j];
    }
  }
  return product;
}

// The roots of the characteristic polynomial by Vieta's trigonometric form: with b = m - tr(m) / 3 it is
// x^3 - 3 p x - 2 r, and x = 2 sqrt(p) cos(...).
Vector3 real_eigenvalues(const Matrix3& m) {
  const double centre = (m[0][0] + m[1][1] + m[2][2]) / 3;
  const Matrix3 b = shifted(m, centre);
  const double p = -(principal_minor(b, 0, 1) + principal_minor(b, 0, 2) + principal_minor(b, 1, 2)) / 3;
  const double r = dot(b[0], cross(b[1], b[2])) / 2;
  if (!(p > 0)) return {centre, centre, centre};
  const double root = std::sqrt(p);
  const double angle = std::acos(std::clamp(r / (p * root), -1.0, 1.0)) / 3;  // 0 to pi / 3
  constexpr double kThird = 2 * std::numbers::pi / 3;
  return {centre + 2 * root * std::cos(angle), centre + 2 * root * std::cos(angle - kThird),
          centre + 2 * root * std::cos(angle + kThird)};
}

// It is orthogonal to the rows of m - value, so the longest cross product of two of them is along it.
Vector3 eigenvector(const Matrix3& m, double value) {
  const Matrix3 rows = shifted(m, value);
  Vector3 best{};
  for (std::size_t i = 0; i < 3; ++i) {
    const Vector3 x = cross(rows[i], rows[(i + 1) % 3]);
    if (dot(x, x) > dot(best, best)) best = x;
  }
  const double length = std::sqrt(dot(best, best)) * (best[0] + best[1] + best[2] < 0 ? -1 : 1);
  for (double& x : best) x /= length;
  return best;
}

}  // namespace bitbasin
