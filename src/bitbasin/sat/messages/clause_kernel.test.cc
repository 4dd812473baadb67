// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/clause_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/uniform.h"

namespace bitbasin::clause_kernel_test {
namespace {

AlignedArray<double> random_rows(std::size_t length, double spread) {
  AlignedArray<double> rows(length * kClauseLanes);
  Stream stream(1, purpose("test"), length);
  for (double& x : rows) x = spread * (2 * uniform01(stream) - 1);
  return rows;
}

// The formula as it stands, one message at a time.
double simple_message(const AlignedArray<double>& rows, std::size_t length, std::size_t k, std::size_t c) {
  long double product = 1;
  for (std::size_t j = 0; j < length; ++j) {
    if (j != k) product /= 1 + std::exp(static_cast<long double>(rows[j * kClauseLanes + c]));
  }
  return static_cast<double>(std::max(std::log1p(-product), -40.0L));
}

TEST(ClauseKernel, IsTheFormulaAtEveryLevel) {
  for_every_simd_level([&](std::string_view) {
    for (const std::size_t length : {1u, 2u, 3u, 4u, 7u, 30u}) {
      for (const double spread : {0.1, 3.0, 30.0}) {
        const AlignedArray<double> before = random_rows(length, spread);
        AlignedArray<double> rows = before, scratch(rows.size());
        clause_kernel()(rows.data(), scratch.data(), length);
        for (std::size_t k = 0; k < length; ++k) {
          for (std::size_t c = 0; c < kClauseLanes; ++c) {
            const double expected = simple_message(before, length, k, c);
            // Where the product is near 1 its rounding, 1e-16, is seen through the logarithm.
            const double bound = 1e-13 + 4e-16 * static_cast<double>(length) / std::exp(expected);
            EXPECT_NEAR(rows[k * kClauseLanes + c], expected, std::min(bound, 6.0));
          }
        }
      }
    }
  });
}

TEST(ClauseKernel, ExtremesAreFinite) {
  for_every_simd_level([&](std::string_view) {
    for (const double x : {-1e6, -700.0, 0.0, 700.0, 1e6}) {
      AlignedArray<double> rows(3 * kClauseLanes), scratch(3 * kClauseLanes);
      for (double& r : rows) r = x;
      clause_kernel()(rows.data(), scratch.data(), 3);
      for (const double u : rows) {
        EXPECT_TRUE(u >= -kStrongestMessage - 1e-12 && u <= 0);
        EXPECT_NEAR(u, x > 0 ? 0 : x < 0 ? -kStrongestMessage : std::log(0.75), 1e-12);
      }
    }
  });
}

TEST(ClauseKernel, EveryLevelHasTheSameBits) {
  std::uint64_t expected = 0;
  for_every_simd_level([&](std::string_view) {
    std::uint64_t hash = 0;
    for (const std::size_t length : {2u, 3u, 5u}) {
      AlignedArray<double> rows = random_rows(length, 8), scratch(rows.size());
      clause_kernel()(rows.data(), scratch.data(), length);
      for (const double u : rows) hash = hash * 31 + std::bit_cast<std::uint64_t>(u);
    }
    if (expected == 0) expected = hash;
    EXPECT_EQ(hash, expected);
  });
}

}  // namespace
}  // namespace bitbasin::clause_kernel_test
