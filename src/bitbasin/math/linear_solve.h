// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace bitbasin {

// A square matrix of few rows: (i, j) is row i, column j.
class SquareMatrix {
 public:
  SquareMatrix() = default;
  explicit SquareMatrix(std::size_t size) : size_(size), entries_(size * size) {}

  std::size_t size() const { return size_; }
  double& operator()(std::size_t i, std::size_t j) { return entries_[i * size_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return entries_[i * size_ + j]; }

 private:
  std::size_t size_ = 0;
  std::vector<double> entries_;
};

// x with matrix x = right, by elimination with partial pivoting; not finite if the matrix is singular.
std::vector<double> solve_linear(SquareMatrix matrix, std::vector<double> right);

}  // namespace bitbasin
