// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "bitbasin/bits/aligned_array.h"

namespace bitbasin {

// A matrix of floats in panels of 64 columns: a panel is contiguous, its rows of 64 floats one after another,
// so that a kernel keeps one row of a panel in registers and one panel in the second-level cache. (Plain rows
// of 512 floats have a stride of 2 KB, which leaves most sets of a cache empty.) Rows and columns are padded
// to multiples of 64, so that a matrix and its transpose consist of the same square tiles; padding is zero.
class PanelMatrix {
 public:
  static constexpr std::size_t kPanel = 64;
  static constexpr std::size_t padded(std::size_t size) { return (size + kPanel - 1) / kPanel * kPanel; }

  PanelMatrix() = default;
  PanelMatrix(std::size_t rows, std::size_t cols)
      : rows_(rows), cols_(cols), padded_rows_(padded(rows)), values_(padded_rows_ * padded(cols)) {}

  std::size_t rows() const { return rows_; }
  std::size_t cols() const { return cols_; }
  std::size_t padded_rows() const { return padded_rows_; }
  std::size_t padded_cols() const { return padded(cols_); }
  std::size_t panels() const { return padded_cols() / kPanel; }

  // Row r of panel c: columns [64 c, 64 c + 64).
  float* row(std::size_t c, std::size_t r) { return values_.data() + (c * padded_rows_ + r) * kPanel; }
  const float* row(std::size_t c, std::size_t r) const {
    return values_.data() + (c * padded_rows_ + r) * kPanel;
  }
  float& at(std::size_t r, std::size_t c) { return row(c / kPanel, r)[c % kPanel]; }
  float at(std::size_t r, std::size_t c) const { return row(c / kPanel, r)[c % kPanel]; }

 private:
  std::size_t rows_ = 0;
  std::size_t cols_ = 0;
  std::size_t padded_rows_ = 0;
  AlignedArray<float> values_;
};

}  // namespace bitbasin
