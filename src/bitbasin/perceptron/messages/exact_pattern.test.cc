// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/messages/exact_pattern.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>

namespace bitbasin::exact_pattern_test {
namespace {

// P(allowed and s_i = +1) and P(allowed and s_i = -1), by all 2^N signs.
std::pair<double, double> enumerated(const std::vector<double>& plus, const SumRange& allowed,
                                     std::size_t i) {
  const int n = static_cast<int>(plus.size());
  std::pair<double, double> weight{};
  for (unsigned signs = 0; signs < 1u << n; ++signs) {
    if (!allowed.contains(2 * std::popcount(signs) - n)) continue;
    double p = 1;
    for (std::size_t j = 0; j < plus.size(); ++j) p *= signs >> j & 1 ? plus[j] : 1 - plus[j];
    (signs >> i & 1 ? weight.first : weight.second) += p;
  }
  return weight;
}

TEST(ExactPattern, AgreesWithEnumeration) {
  const std::vector<double> plus{0.5, 0.01, 0.9, 0.3, 0.999, 0.45, 0.2};
  for (const SumRange allowed :
       {SumRange{1, INT64_MAX}, SumRange{3, INT64_MAX}, SumRange{-1, 1}, SumRange{-7, -5}}) {
    std::vector<double> ratio(plus.size());
    ExactPattern().respond(plus, allowed, ratio);
    for (std::size_t i = 0; i < plus.size(); ++i) {
      const auto [up, down] = enumerated(plus, allowed, i);
      EXPECT_NEAR(ratio[i], std::log(up / plus[i] / (down / (1 - plus[i]))) / 2, 1e-12) << i;
    }
  }
}

TEST(ExactPattern, SaysWhereNothingIsKnown) {
  std::vector<double> ratio(2);
  ExactPattern().respond(std::vector{0.0, 0.5}, {1, INT64_MAX}, ratio);
  EXPECT_TRUE(std::isinf(ratio[1]) || std::isnan(ratio[1]));  // no second sign makes the sum positive
}

}  // namespace
}  // namespace bitbasin::exact_pattern_test
