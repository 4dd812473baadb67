// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/linear_solve.h"

#include <cassert>
#include <cmath>
#include <utility>

namespace bitbasin {
namespace {

std::size_t row_of_largest(const SquareMatrix& matrix, std::size_t column) {
  std::size_t best = column;
  for (std::size_t i = column + 1; i < matrix.size(); ++i) {
    if (std::abs(matrix(i, column)) > std::abs(matrix(best, column))) best = i;
  }
  return best;
}

}  // namespace

std::vector<double> solve_linear(SquareMatrix matrix, std::vector<double> right) {
  const std::size_t n = matrix.size();
  assert(right.size() == n);
  for (std::size_t k = 0; k < n; ++k) {
    const std::size_t pivot = row_of_largest(matrix, k);
    if (pivot != k) {
      for (std::size_t j = k; j < n; ++j) std::swap(matrix(k, j), matrix(pivot, j));
      std::swap(right[k], right[pivot]);
    }
    for (std::size_t i = k + 1; i < n; ++i) {
      const double factor = matrix(i, k) / matrix(k, k);
      for (std::size_t j = k + 1; j < n; ++j) matrix(i, j) -= factor * matrix(k, j);
      right[i] -= factor * right[k];
    }
  }
  for (std::size_t k = n; k-- > 0;) {
    right[k] /= matrix(k, k);
    for (std::size_t i = 0; i < k; ++i) right[i] -= right[k] * matrix(i, k);
  }
  return right;
}

}  // namespace bitbasin
