// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/bits/sign_product.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::sign_product_test {
namespace {

std::vector<std::int16_t> random_entries(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  std::vector<std::int16_t> q(n);
  for (auto& v : q)
    v = static_cast<std::int16_t>(static_cast<int>(engine() % (2 * kMaxEntry + 1)) - kMaxEntry);
  return q;
}

std::vector<std::int32_t> simple_product(const BitMatrix& x, const std::vector<std::int16_t>& q) {
  std::vector<std::int32_t> out(x.rows());
  for (std::size_t r = 0; r < x.rows(); ++r) {
    for (std::size_t c = 0; c < x.cols(); ++c) out[r] += x.sign(r, c) * q[c];
  }
  return out;
}

std::vector<std::int32_t> simple_transposed_product(const BitMatrix& x, const std::vector<std::int16_t>& q) {
  std::vector<std::int32_t> out(x.cols());
  for (std::size_t r = 0; r < x.rows(); ++r) {
    for (std::size_t c = 0; c < x.cols(); ++c) out[c] += x.sign(r, c) * q[r];
  }
  return out;
}

void expect_products(const BitMatrix& x, const std::vector<std::int16_t>& q,
                     const std::vector<std::int16_t>& g) {
  const auto xq = simple_product(x, q), xtg = simple_transposed_product(x, g);
  for_every_simd_level([&](std::string_view) {
    for (const int threads : {1, 2}) {
      std::vector<std::int32_t> out(x.rows()), transposed_out(x.cols());
      SignProductTables tables;
      multiply(to_tiles(x, threads), q, out, tables, threads);
      ASSERT_EQ(out, xq) << x.rows() << " x " << x.cols() << ", " << threads << " threads";
      multiply(to_transposed_tiles(x, threads), g, transposed_out, tables, threads);
      ASSERT_EQ(transposed_out, xtg) << x.rows() << " x " << x.cols() << ", " << threads << " threads";
    }
  });
}

TEST(SignProduct, AgreesWithTheSimpleLoopForAllColumnTails) {
  for (std::size_t cols = 1; cols <= 3 * 64; ++cols) {
    expect_products(random_bit_matrix(70, cols, cols), random_entries(cols, cols), random_entries(70, 1));
  }
}

TEST(SignProduct, AgreesWithTheSimpleLoopForAllRowTails) {
  for (std::size_t rows = 0; rows <= 3 * 64 + 1; ++rows) {
    expect_products(random_bit_matrix(rows, 37, rows), random_entries(37, rows), random_entries(rows, 1));
  }
}

TEST(SignProduct, LongRowsCrossSeveralChunks) {
  for (const std::size_t cols : {2047, 2048, 2049, 10001}) {
    expect_products(random_bit_matrix(65, cols, cols), random_entries(cols, cols), random_entries(65, 1));
  }
}

// Large enough for threads to be used.
TEST(SignProduct, ThreadsChangeNothing) {
  expect_products(random_bit_matrix(1001, 5001, 1), random_entries(5001, 2), random_entries(1001, 3));
}

TEST(SignProduct, SeveralVectorsAtOnceAreAsEachAlone) {
  for (const std::size_t cols : {37, 20001}) {
    const std::size_t rows = 331;
    const SignMatrix x = to_tiles(random_bit_matrix(rows, cols, 1));
    const std::vector<std::int16_t> q = random_entries(3 * cols, 4);
    std::vector<std::int32_t> together(3 * rows), alone(rows);
    std::vector<SignProductTables> tables(3);
    for (const int threads : {1, 3}) {
      multiply(x, q, together, tables, threads);
      for (std::size_t l = 0; l < 3; ++l) {
        multiply(x, std::span(q).subspan(l * cols, cols), alone, tables[0]);
        for (std::size_t r = 0; r < rows; ++r) ASSERT_EQ(together[l * rows + r], alone[r]) << l << " " << r;
      }
    }
  }
}

TEST(SignProduct, TheLargestEntriesDoNotOverflow) {
  constexpr std::size_t kCols = 8200;
  for (const bool bit : {false, true}) {
    BitMatrix x(64, kCols);
    if (bit) {
      for (std::size_t r = 0; r < x.rows(); ++r) negate(x.row(r), kCols);
    }
    for (const int entry : {kMaxEntry, -kMaxEntry}) {
      expect_products(x, std::vector<std::int16_t>(kCols, static_cast<std::int16_t>(entry)),
                      std::vector<std::int16_t>(64, static_cast<std::int16_t>(entry)));
    }
  }
}

TEST(Quantize, StaysWithinTheStatedError) {
  std::mt19937_64 engine(3);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> v(1000);
  for (double& a : v) a = uniform(engine);
  v[7] = -1;
  std::vector<std::int16_t> q(v.size());
  const double scale = quantize(v, q);
  EXPECT_DOUBLE_EQ(scale, 1.0 / kMaxEntry);
  double mean_square = 0;
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double error = v[i] - scale * q[i];
    ASSERT_LE(std::abs(error), scale / 2 * (1 + 1e-12));
    ASSERT_LE(std::abs(q[i]), kMaxEntry);
    mean_square += error * error / static_cast<double>(v.size());
  }
  EXPECT_NEAR(std::sqrt(mean_square), scale / std::sqrt(12.0), 0.1 * scale);
}

TEST(Quantize, PlusMinusOneIsExactAndZeroStaysZero) {
  const std::vector<double> signs = {1, -1, -1, 1};
  std::vector<std::int16_t> q(4);
  EXPECT_DOUBLE_EQ(quantize(signs, q) * q[0], 1);
  EXPECT_EQ(q, (std::vector<std::int16_t>{kMaxEntry, -kMaxEntry, -kMaxEntry, kMaxEntry}));
  EXPECT_EQ(quantize(std::vector<double>(4, 0.0), q), 0);
  EXPECT_EQ(q, std::vector<std::int16_t>(4, 0));
}

}  // namespace
}  // namespace bitbasin::sign_product_test
