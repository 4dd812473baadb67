// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/dot.h"

#include <gtest/gtest.h>

#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::dot_test {
namespace {

std::int32_t simple_dot(const BitMatrix& a, std::size_t i, const BitMatrix& b, std::size_t j) {
  std::int32_t sum = 0;
  for (std::size_t c = 0; c < a.cols(); ++c) sum += a.sign(i, c) * b.sign(j, c);
  return sum;
}

BitVector row_of(const BitMatrix& x, std::size_t r) {
  BitVector v(x.cols());
  for (std::size_t c = 0; c < x.cols(); ++c) v.set(c, x.get(r, c));
  return v;
}

// All sizes from 0 to 3 of the widest vectors (512 bits), then rows of every number of lines up to 20, which
// are counted in blocks with a rest, and long rows that make byte counters overflow unless they are flushed:
// 31 vectors of 512 bits and more.
std::vector<std::size_t> all_sizes() {
  std::vector<std::size_t> sizes;
  for (std::size_t n = 0; n <= 3 * 512; ++n) sizes.push_back(n);
  for (std::size_t lines = 4; lines <= 20; ++lines) sizes.push_back(lines * 512 - 7);
  for (const std::size_t n : {31 * 512, 31 * 512 + 1, 32 * 512, 40001, 100001}) sizes.push_back(n);
  return sizes;
}

TEST(Dot, OneRowAgreesWithTheSimpleLoopForAllSizes) {
  const std::vector<std::size_t> sizes = all_sizes();
  for (const std::size_t n : sizes) {
    const BitMatrix x = random_bit_matrix(2, n, n);
    const std::int32_t expected = simple_dot(x, 0, x, 1);
    const BitVector a = row_of(x, 0), b = row_of(x, 1);
    for_every_simd_level([&](std::string_view) { ASSERT_EQ(dot(a, b), expected) << "n = " << n; });
  }
}

TEST(Dot, AllDifferentAndAllEqual) {
  for (const std::size_t n : {1, 512, 9 * 512, 31 * 512, 100001}) {
    BitVector ones(n);
    negate(ones.words(), n);
    for_every_simd_level([&](std::string_view) {
      EXPECT_EQ(dot(ones, ones), static_cast<std::int64_t>(n));
      EXPECT_EQ(dot(ones, BitVector(n)), -static_cast<std::int64_t>(n));
    });
  }
}

TEST(Dot, ManyRowsWithOneVector) {
  for (const std::size_t rows : {0, 1, 7, 8, 9, 33}) {
    for (const std::size_t n : {1, 65, 512, 1001}) {
      const BitMatrix x = random_bit_matrix(rows, n, rows + n), w = random_bit_matrix(1, n, 5);
      std::vector<std::int32_t> expected(rows), out(rows);
      for (std::size_t r = 0; r < rows; ++r) expected[r] = simple_dot(x, r, w, 0);
      for_every_simd_level([&](std::string_view) {
        for (const int threads : {1, 2, 3}) {
          dots(x, row_of(w, 0), out, threads);
          ASSERT_EQ(out, expected) << rows << " x " << n;
        }
      });
    }
  }
}

TEST(Dot, ManyRowsWithManyVectors) {
  using Sizes = std::pair<std::size_t, std::size_t>;
  for (const Sizes& sizes : {Sizes{0, 3}, {1, 1}, {5, 3}, {8, 8}, {9, 70}, {33, 6}}) {
    for (const std::size_t n : {1, 512, 1001, 16000}) {
      const BitMatrix a = random_bit_matrix(sizes.first, n, n);
      const BitMatrix b = random_bit_matrix(sizes.second, n, n + 1);
      std::vector<std::int32_t> expected(a.rows() * b.rows()), out(expected.size());
      for (std::size_t i = 0; i < a.rows(); ++i) {
        for (std::size_t j = 0; j < b.rows(); ++j) expected[i * b.rows() + j] = simple_dot(a, i, b, j);
      }
      for_every_simd_level([&](std::string_view) {
        for (const int threads : {1, 2}) {
          dots(a, b, out, threads);
          ASSERT_EQ(out, expected) << a.rows() << " x " << b.rows() << " x " << n;
        }
      });
    }
  }
}

}  // namespace
}  // namespace bitbasin::dot_test
