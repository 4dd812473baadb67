// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/selected_rows.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::selected_rows_test {
namespace {

float simple_sum(const BitMatrix& select, const PanelMatrix& m, float start, std::size_t r, std::size_t c) {
  float sum = start;
  for (std::size_t i = 0; i < m.rows(); ++i) {
    if (select.get(r, i)) sum += m.at(i, c);
  }
  return sum;
}

TEST(SelectedRows, AreTheSameFloatsAsAPlainLoopAtEveryLevel) {
  for (const std::size_t rows : {1, 63, 64, 65, 200}) {
    for (const std::size_t cols : {1, 5, 64, 65, 130}) {
      const BitMatrix select = random_bit_matrix(7, rows, rows + cols);
      PanelMatrix m(rows, cols);
      for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < cols; ++j) m.at(i, j) = std::sin(static_cast<float>(i * cols + j));
      }
      AlignedArray<float> start(m.padded_cols());
      for (std::size_t j = 0; j < cols; ++j) start[j] = 0.1f * static_cast<float>(j);
      for_every_simd_level([&](std::string_view) {
        PanelMatrix out(7, cols);
        sum_selected_rows(select, m, std::span(start), 1, 6, out);
        for (std::size_t j = 0; j < cols; ++j) {
          for (std::size_t r = 1; r < 6; ++r) EXPECT_EQ(out.at(r, j), simple_sum(select, m, start[j], r, j));
          EXPECT_EQ(out.at(0, j), 0) << "wrote before the range";
          EXPECT_EQ(out.at(6, j), 0) << "wrote past the range";
        }
      });
    }
  }
}

}  // namespace
}  // namespace bitbasin::selected_rows_test
