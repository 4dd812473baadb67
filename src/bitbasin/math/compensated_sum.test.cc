// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/compensated_sum.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace bitbasin::compensated_sum_test {
namespace {

TEST(CompensatedSum, KeepsWhatAPlainSumLoses) {
  const std::array<double, 4> terms = {1.0, 1e100, 1.0, -1e100};
  EXPECT_EQ(compensated_sum(terms), 2.0);
  EXPECT_NE(1.0 + 1e100 + 1.0 - 1e100, 2.0);
}

TEST(CompensatedSum, ManyTermsCostOneRounding) {
  const std::vector<double> tenths(1000000, 0.1);
  double plain = 0;
  for (const double term : tenths) plain += term;
  EXPECT_EQ(compensated_sum(tenths), 100000.0);
  EXPECT_NE(plain, 100000.0);
}

TEST(CompensatedSum, TheOrderDoesNotMatter) {
  std::vector<double> terms;
  for (int i = 1; i <= 1000; ++i) terms.push_back((i % 2 ? 1.0 : -1.0) * 1e12 / i);
  const double forward = compensated_sum(terms);
  CompensatedSum backward;
  for (auto it = terms.rbegin(); it != terms.rend(); ++it) backward += *it;
  EXPECT_DOUBLE_EQ(forward, backward.value());
}

TEST(CompensatedSum, OfNothingIsZero) {
  EXPECT_EQ(compensated_sum({}), 0.0);
  EXPECT_EQ(CompensatedSum().value(), 0.0);
}

}  // namespace
}  // namespace bitbasin::compensated_sum_test
