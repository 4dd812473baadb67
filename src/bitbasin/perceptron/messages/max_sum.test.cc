// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/max_sum.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/perceptron/checker.h"
#include "bitbasin/perceptron/instance.h"

namespace bitbasin::max_sum_test {
namespace {

int message(const MaxSumState& s, std::size_t m, std::size_t i) {
  return s.top.get(m, i) ? s.b[m] : s.a[m];
}

// Max-sum by its definition: half the difference between the best sums with s_i = +1 and s_i = -1, over all
// configurations of the other variables that the factor allows.
int brute_force_message(const BitMatrix& x, const MaxSumState& s, std::size_t m, std::size_t i, int margin) {
  const std::size_t n = x.cols();
  int best[2] = {std::numeric_limits<int>::min(), std::numeric_limits<int>::min()};
  for (std::uint32_t c = 0; c < std::uint32_t{1} << n; ++c) {
    if (2 * std::popcount(c) - static_cast<int>(n) <= 2 * margin) continue;
    int sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
      const int y = x.sign(m, j) * s.rounded[j] - message(s, m, j);
      if (j != i) sum += c >> j & 1 ? y : -y;
    }
    best[c >> i & 1] = std::max(best[c >> i & 1], sum);
  }
  const int none = std::numeric_limits<int>::min();
  return best[0] == none ? kMostField : std::clamp((best[1] - best[0]) / 2, 0, kMostField);
}

TEST(MaxSum, MessagesAreThoseOfBruteForce) {
  for (const std::size_t n : {1, 2, 3, 8, 11}) {
    for (const int margin : {0, 1}) {
      if (static_cast<std::size_t>(2 * margin + 1) > n) continue;
      const PerceptronInstance instance =
          instance_from_patterns(random_instance(n | 1, 9, n).x, BitVector(9));
      BitMatrix x(9, n);
      for (std::size_t m = 0; m < 9; ++m) {
        for (std::size_t i = 0; i < n; ++i) x.set(m, i, instance.x.get(m, i));
      }
      MaxSumState s(x);
      start_max_sum(s, Stream(n, purpose("test.start")));
      Stream unused(1, purpose("test.margin"));
      int nonzero = 0;
      for (int t = 0; t < 3; ++t) {
        std::vector<int> expected;
        for (std::size_t m = 0; m < x.rows(); ++m) {
          for (std::size_t i = 0; i < n; ++i) expected.push_back(brute_force_message(x, s, m, i, margin));
        }
        const AlignedArray<std::int8_t> rounded = s.rounded;
        const std::vector<float> theta(s.theta.begin(), s.theta.end());
        if (update_max_sum(x, s, 0.5, 2 * margin, unused, 1).errors == 0) break;
        // The messages, rescaled with the fields.
        float sum0 = 0;
        for (std::size_t m = 0; m < x.rows(); ++m) sum0 += static_cast<float>(x.sign(m, 0) * expected[m * n]);
        const float scale = s.theta[0] / (sum0 + 0.5f * theta[0]);
        ASSERT_EQ(std::exp2(std::round(std::log2(scale))), scale);
        for (std::size_t m = 0; m < x.rows(); ++m) {
          for (std::size_t i = 0; i < n; ++i) {
            const int scaled = static_cast<int>(static_cast<float>(expected[m * n + i]) * scale + 0.5f);
            ASSERT_EQ(message(s, m, i), std::min(scaled, kMostField)) << n << " " << m << " " << i;
            nonzero += scaled > 0;
          }
        }
      }
      EXPECT_GT(nonzero, 0) << n;
    }
  }
}

// The whole iteration by its equations, with one message per edge and a sort per factor.
struct NaiveMaxSum {
  const BitMatrix& x;
  std::vector<float> theta;
  std::vector<int> rounded;
  std::vector<std::vector<int>> u;

  NaiveMaxSum(const BitMatrix& patterns, const MaxSumState& start)
      : x(patterns),
        theta(start.theta.begin(), start.theta.end()),
        rounded(start.rounded.begin(), start.rounded.begin() + static_cast<std::ptrdiff_t>(x.cols())),
        u(x.rows(), std::vector<int>(x.cols(), 0)) {}

  std::size_t errors() const {
    std::size_t count = 0;
    for (std::size_t m = 0; m < x.rows(); ++m) {
      int sum = 0;
      for (std::size_t i = 0; i < x.cols(); ++i) sum += x.sign(m, i) * (theta[i] < 0 ? -1 : 1);
      count += sum <= 0;
    }
    return count;
  }

  void update(float r, const std::vector<std::size_t>& ranks) {
    const std::size_t n = x.cols();
    std::vector<int> sums(n, 0);
    for (std::size_t m = 0; m < x.rows(); ++m) {
      std::vector<int> y(n);
      for (std::size_t i = 0; i < n; ++i) y[i] = std::max(x.sign(m, i) * rounded[i] - u[m][i], -128);
      std::vector<int> sorted = y;
      std::ranges::sort(sorted, std::greater());
      const int m1 = sorted[ranks[m] - 1], m2 = ranks[m] < n ? sorted[ranks[m]] : -kMostField;
      const int a = std::clamp(-m1, 0, kMostField), b = std::clamp(-m2, 0, kMostField);
      for (std::size_t i = 0; i < n; ++i) {
        u[m][i] = y[i] >= m1 ? b : a;
        sums[i] += x.sign(m, i) * u[m][i];
      }
    }
    for (std::size_t i = 0; i < n; ++i) theta[i] = static_cast<float>(sums[i]) + r * theta[i];
    std::vector<float> sizes;
    for (const float field : theta) sizes.push_back(std::abs(field));
    std::ranges::sort(sizes);
    const float size = sizes[static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(n)))) - 1];
    if (size < 16 || size >= 64) {
      const double factor = std::exp2(4 - std::floor(std::log2(size)));
      for (float& field : theta) field = static_cast<float>(field * factor);
      for (auto& row : u) {
        for (int& v : row) v = std::min(static_cast<int>(std::floor(v * factor + 0.5)), kMostField);
      }
    }
    for (std::size_t i = 0; i < n; ++i) {
      const int odd = 2 * static_cast<int>(std::min(std::abs(theta[i]), 127.0f) / 2) + 1;
      rounded[i] = theta[i] < 0 ? -odd : odd;
    }
  }
};

void expect_same(const NaiveMaxSum& naive, const MaxSumState& s) {
  for (std::size_t i = 0; i < naive.x.cols(); ++i) {
    ASSERT_EQ(naive.theta[i], s.theta[i]) << "field " << i;
    ASSERT_EQ(naive.rounded[i], s.rounded[i]) << "field " << i;
    ASSERT_EQ(naive.rounded[i] > 0, s.weights[i]) << "weight " << i;
  }
  for (std::size_t m = 0; m < naive.x.rows(); ++m) {
    for (std::size_t i = 0; i < naive.x.cols(); ++i) {
      ASSERT_EQ(naive.u[m][i], message(s, m, i)) << "message " << m << " " << i;
    }
  }
}

TEST(MaxSum, StepByStepLikeTheNaiveForm) {
  for (const std::size_t n : {63, 130}) {
    const BitMatrix x = random_instance(n | 1, n * 9 / 10, n).x;
    MaxSumState s(x);
    start_max_sum(s, Stream(5, purpose("test.start")));
    NaiveMaxSum naive(x, s);
    Stream unused(1, purpose("test.margin"));
    for (int t = 0; t < 60; ++t) {
      const std::size_t errors = naive.errors();
      naive.update(0.25f + 0.01f * static_cast<float>(t), std::vector(x.rows(), x.cols() / 2 + 1));
      ASSERT_EQ(update_max_sum(x, s, 0.25f + 0.01f * static_cast<float>(t), 0, unused, 1).errors, errors);
      ASSERT_GT(errors, 0u);
      expect_same(naive, s);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(unused.position(), 0u);
  }
}

TEST(MaxSum, AMarginRaisesTheRankOfRandomFactors) {
  const std::size_t n = 151;
  const BitMatrix x = random_instance(n, 130, 3).x;
  MaxSumState s(x);
  start_max_sum(s, Stream(5, purpose("test.start")));
  NaiveMaxSum naive(x, s);
  Stream dither(1, purpose("test.margin")), same = dither;
  std::size_t raised = 0;
  for (int t = 0; t < 30; ++t) {
    const double margin = 7.4375 - 0.125 * t;  // never even: nothing is drawn then
    std::vector<std::size_t> ranks;
    for (std::size_t m = 0; m < x.rows(); m += 4) {
      const std::uint64_t word = same.next();
      for (std::size_t q = 0; q < std::min<std::size_t>(4, x.rows() - m); ++q) {
        const double u = static_cast<double>(word >> 16 * q & 0xffff) / 65536;
        const double half = margin / 2, whole = std::floor(half);
        ranks.push_back(n / 2 + 1 + static_cast<std::size_t>(whole) + (u < half - whole));
        raised += u < half - whole;
      }
    }
    naive.update(0.5f, ranks);
    update_max_sum(x, s, 0.5, margin, dither, 1);
    expect_same(naive, s);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(raised, 1000u);
  EXPECT_EQ(same.position(), dither.position());
}

TEST(MaxSum, SameBitsForAllThreadsAndSimdLevels) {
  const BitMatrix x = random_instance(2001, 1600, 7).x;  // enough work for 3 threads
  const auto run = [&](int threads) {
    MaxSumState s(x);
    start_max_sum(s, Stream(2, purpose("test.start")));
    Stream dither(1, purpose("test.margin"));
    for (int t = 0; t < 3; ++t) update_max_sum(x, s, 0.5, 8.5, dither, threads);
    return s;
  };
  const MaxSumState expected = run(1);
  for_every_simd_level([&](std::string_view) {
    for (const int threads : {1, 2, 3}) {
      const MaxSumState s = run(threads);
      EXPECT_TRUE(std::ranges::equal(s.theta, expected.theta));
      EXPECT_TRUE(std::ranges::equal(s.a, expected.a));
      EXPECT_TRUE(std::ranges::equal(s.b, expected.b));
      EXPECT_EQ(s.weights, expected.weights);
    }
  });
}

TEST(MaxSum, CountsErrorsOfTheWeightsBeforeTheUpdate) {
  const PerceptronInstance instance = random_instance(301, 200, 1);
  MaxSumState s(instance.x);
  start_max_sum(s, Stream(2, purpose("test.start")));
  Stream dither(1, purpose("test.margin"));
  for (int t = 0; t < 5; ++t) {
    const std::size_t expected = count_violations(instance, s.weights);
    const MaxSumPass pass = update_max_sum(instance.x, s, 0.4, 0, dither, 1);
    EXPECT_EQ(pass.errors, expected);
    EXPECT_GE(pass.visited, pass.errors);
  }
}

}  // namespace
}  // namespace bitbasin::max_sum_test
