// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/first_unstable.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::first_unstable_test {
namespace {

std::int32_t simple_dot(const BitMatrix& x, std::size_t row, const BitVector& w) {
  std::int32_t sum = 0;
  for (std::size_t c = 0; c < x.cols(); ++c) sum += x.sign(row, c) * w.sign(c);
  return sum;
}

TEST(FirstUnstable, AgreesWithASimpleSearch) {
  const std::vector<std::uint32_t> rows = {7, 3, 3, 0, 12, 9, 1, 4};
  for (const std::size_t n : {1, 64, 511, 512, 1001, 16897}) {
    const BitMatrix x = random_bit_matrix(13, n, n);
    const BitVector w = random_bit_vector(n, 3 * n);
    for (const std::int32_t threshold : {-1000, -20, -1, 0, 1, 20, 20000}) {
      std::size_t position = 0;
      while (position < rows.size() && simple_dot(x, rows[position], w) >= threshold) ++position;
      for_every_simd_level([&](std::string_view) {
        const FirstUnstable found = first_unstable(x, rows, w, threshold);
        ASSERT_EQ(found.position, position) << "n = " << n << ", threshold " << threshold;
        if (position < rows.size()) {
          ASSERT_EQ(found.delta, simple_dot(x, rows[position], w));
        }
      });
    }
  }
}

TEST(FirstUnstable, AnEmptyListHasNone) {
  EXPECT_EQ(first_unstable(random_bit_matrix(3, 5, 1), {}, BitVector(5), 100).position, 0u);
}

}  // namespace
}  // namespace bitbasin::first_unstable_test
