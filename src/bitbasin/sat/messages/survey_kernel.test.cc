// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/survey_kernel.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>

#include "bitbasin/bits/aligned_array.h"
#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/rng/uniform.h"
#include "bitbasin/sat/messages/clause_kernel.h"

namespace bitbasin::survey_kernel_test {
namespace {

// log A and log B of each literal, and what the kernel takes.
struct Rows {
  Rows(std::size_t length, double spread)
      : log_a(length * kClauseLanes), opposed(log_a.size()), rows(log_a.size()) {
    Stream stream(1, purpose("test"), length);
    for (std::size_t j = 0; j < rows.size(); ++j) {
      log_a[j] = -spread * uniform01(stream);
      opposed[j] = -spread * uniform01(stream);
      rows[j] = opposed[j] - log_a[j];
    }
  }
  AlignedArray<double> log_a, opposed, rows;
};

// The formula as it stands, one message at a time.
double simple_message(const Rows& given, std::size_t length, std::size_t k, std::size_t c) {
  long double product = 1;
  for (std::size_t j = 0; j < length; ++j) {
    if (j == k) continue;
    const long double a = std::exp(static_cast<long double>(given.log_a[j * kClauseLanes + c]));
    const long double b = std::exp(static_cast<long double>(given.opposed[j * kClauseLanes + c]));
    product *= a * (1 - b) / (a + b - a * b);
  }
  return static_cast<double>(std::max(std::log1p(-product), -40.0L));
}

TEST(SurveyKernel, IsTheFormulaAtEveryLevel) {
  for_every_simd_level([&](std::string_view) {
    for (const std::size_t length : {1u, 2u, 3u, 4u, 7u}) {
      for (const double spread : {0.01, 1.0, 30.0}) {
        const Rows given(length, spread);
        AlignedArray<double> rows = given.rows, opposed = given.opposed;
        survey_kernel()(rows.data(), opposed.data(), length);
        for (std::size_t k = 0; k < length; ++k) {
          for (std::size_t c = 0; c < kClauseLanes; ++c) {
            const double expected = simple_message(given, length, k, c);
            // Where the product is near 1 its rounding, 1e-16, is seen through the logarithm.
            const double bound = 1e-13 + 8e-16 * static_cast<double>(length) / std::exp(expected);
            EXPECT_NEAR(rows[k * kClauseLanes + c], expected, std::min(bound, 6.0));
          }
        }
      }
    }
  });
}

TEST(SurveyKernel, ExtremesAreFinite) {
  for_every_simd_level([&](std::string_view) {
    for (const double log_a : {-1e5, -40.0, 0.0}) {
      for (const double log_b : {-1e5, -40.0, 0.0}) {
        AlignedArray<double> rows(3 * kClauseLanes), opposed(3 * kClauseLanes);
        for (double& x : rows) x = log_b - log_a;
        for (double& x : opposed) x = log_b;
        survey_kernel()(rows.data(), opposed.data(), 3);
        const double zeta = log_b == 0 ? 0 : log_a == log_b ? 0.5 : log_b < log_a ? 1 : 0;
        const double expected = zeta == 1 ? -kStrongestMessage : std::log1p(-zeta * zeta);
        for (const double u : rows) EXPECT_NEAR(u, expected, 1e-9) << log_a << " " << log_b;
      }
    }
  });
}

TEST(SurveyKernel, EveryLevelHasTheSameBits) {
  std::uint64_t expected = 0;
  for_every_simd_level([&](std::string_view) {
    std::uint64_t hash = 0;
    for (const std::size_t length : {2u, 3u, 5u}) {
      Rows given(length, 4);
      survey_kernel()(given.rows.data(), given.opposed.data(), length);
      for (const double u : given.rows) hash = hash * 31 + std::bit_cast<std::uint64_t>(u);
    }
    if (expected == 0) expected = hash;
    EXPECT_EQ(hash, expected);
  });
}

}  // namespace
}  // namespace bitbasin::survey_kernel_test
