// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace bitbasin {

using Vector3 = std::array<double, 3>;
using Matrix3 = std::array<Vector3, 3>;  // rows

Matrix3 operator*(const Matrix3& a, const Matrix3& b);

// The eigenvalues of a matrix all of whose eigenvalues are real, largest first.
Vector3 real_eigenvalues(const Matrix3& m);

// A vector of length 1 with m x = value x, where value is a simple eigenvalue; its entries do not add up to
// less than 0.
Vector3 eigenvector(const Matrix3& m, double value);

}  // namespace bitbasin
