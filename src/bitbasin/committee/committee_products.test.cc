// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/committee/committee_products.h"

#include <gtest/gtest.h>

#include <cmath>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::committee_products_test {
namespace {

TEST(CommitteeProducts, AgreeWithTheSimpleLoop) {
  for (const bool tree : {false, true}) {
    const CommitteeInstance instance = random_committee({3, tree}, 101, 130, 1);
    CommitteeProducts products(instance, 2, 2);
    std::vector<double> m(303), g(390), forward(390), backward(303);
    for (std::size_t i = 0; i < m.size(); ++i) m[i] = std::sin(static_cast<double>(i));
    for (std::size_t k = 0; k < g.size(); ++k) g[k] = std::cos(static_cast<double>(k * k));
    products.forward(m, forward);
    products.backward(g, backward);
    for (std::size_t l = 0; l < 3; ++l) {
      for (std::size_t k = 0; k < 130; ++k) {
        double sum = 0;
        for (std::size_t i = 0; i < 101; ++i)
          sum += instance.x.sign(k, instance.column(l, i)) * m[l * 101 + i];
        EXPECT_NEAR(forward[l * 130 + k], sum, 1e-4);
      }
      for (std::size_t i = 0; i < 101; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < 130; ++k)
          sum += instance.x.sign(k, instance.column(l, i)) * g[l * 130 + k];
        EXPECT_NEAR(backward[l * 101 + i], sum, 1e-4);
      }
    }
  }
}

TEST(CommitteeProducts, ErrorsAgreeWithTheSlowChecker) {
  for (const bool tree : {false, true}) {
    const CommitteeInstance instance = teacher_committee({5, tree}, 41, 150, 2);
    CommitteeProducts products(instance, 2);
    BitVector w = *instance.teacher;
    EXPECT_TRUE(products.violates_none(w));
    for_every_simd_level([&](std::string_view) {
      for (std::size_t i = 0; i < w.size(); i += 7) {
        w.flip(i);
        ASSERT_EQ(products.count_errors(w), count_violations(instance, w));
        ASSERT_EQ(products.violates_none(w), count_violations(instance, w) == 0);
      }
    });
  }
}

}  // namespace
}  // namespace bitbasin::committee_products_test
