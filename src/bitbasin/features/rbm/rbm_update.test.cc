// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/features/rbm/rbm_update.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "bitbasin/bits/every_level.test.h"
#include "bitbasin/bits/random_bits.test.h"

namespace bitbasin::rbm_update_test {
namespace {

constexpr std::size_t kVisible = 70, kHidden = 131, kBatch = 90;

void fill(PanelMatrix& m, float phase) {
  for (std::size_t r = 0; r < m.rows(); ++r) {
    for (std::size_t c = 0; c < m.cols(); ++c) {
      m.at(r, c) = 0.5f + 0.5f * std::sin(phase + static_cast<float>(r * m.cols() + c));
    }
  }
}

void fill(AlignedArray<float>& v, std::size_t used, float phase) {
  for (std::size_t i = 0; i < used; ++i) v[i] = std::cos(phase + static_cast<float>(i));
}

void expect_formula(bool masked) {
  PanelMatrix p_data(kBatch, kHidden), p_model(kBatch, kHidden);
  fill(p_data, 1);
  fill(p_model, 2);
  const RbmBatch batch{random_bit_matrix(kVisible, kBatch, 3), random_bit_matrix(kVisible, kBatch, 4),
                       &p_data, &p_model};
  AlignedArray<float> a(128), c(192), dv(128), dh(192);
  fill(a, kVisible, 5);
  fill(c, kHidden, 6);
  fill(dv, kVisible, 7);
  fill(dh, kHidden, 8);
  const RbmStep step{0.8f, 0.01f, 0.3f, std::span(a), std::span(c), std::span(dv), std::span(dh)};

  std::vector<float> first;
  for_every_simd_level([&](std::string_view) {
    RbmWeights weights(kVisible, kHidden);
    fill(weights.by_visible, 9);
    fill(weights.velocity, 10);
    if (masked) {
      weights.present = PanelMatrix(kVisible, kHidden);
      for (std::size_t i = 0; i < kVisible; ++i) {
        for (std::size_t j = 0; j < kHidden; ++j) weights.present.at(i, j) = (i + j) % 3 != 0;
      }
    }
    const RbmWeights old = weights;
    AlignedArray<float> shift_hidden(2 * 192), shift_visible(128);
    for (std::size_t panel = 0; panel < 2; ++panel) {
      update_weights(batch, step, panel, weights, std::span(shift_hidden).subspan(panel * 192, 192),
                     std::span(shift_visible).subspan(panel * 64, 64));
    }
    std::vector<float> results;
    std::vector<double> expected_hidden(kHidden);
    for (std::size_t i = 0; i < kVisible; ++i) {
      double expected_visible = 0;
      for (std::size_t j = 0; j < kHidden; ++j) {
        double g = 0;
        for (std::size_t b = 0; b < kBatch; ++b) {
          g += batch.data.get(i, b) * static_cast<double>(p_data.at(b, j));
          g -= batch.model.get(i, b) * static_cast<double>(p_model.at(b, j));
        }
        const auto w = static_cast<double>(old.by_visible.at(i, j));
        g -= static_cast<double>(a[i] * dh[j] + dv[i] * c[j]) + 0.3 * w;
        const bool absent = masked && (i + j) % 3 == 0;
        const double v = absent ? 0 : 0.8 * static_cast<double>(old.velocity.at(i, j)) + 0.01 * g;
        EXPECT_NEAR(weights.velocity.at(i, j), v, 1e-5);
        EXPECT_NEAR(weights.by_visible.at(i, j), w + v, 1e-5);
        EXPECT_EQ(weights.by_hidden.at(j, i), weights.by_visible.at(i, j));
        expected_visible += v * static_cast<double>(c[j]);
        expected_hidden[j] += v * static_cast<double>(a[i]);
        results.push_back(weights.by_visible.at(i, j));
      }
      EXPECT_NEAR(shift_visible[i], expected_visible, 1e-4);
      results.push_back(shift_visible[i]);
    }
    for (std::size_t j = 0; j < kHidden; ++j) {
      EXPECT_NEAR(shift_hidden[j] + shift_hidden[192 + j], expected_hidden[j], 1e-4);
      results.push_back(shift_hidden[j]);
    }
    if (first.empty()) first = results;
    EXPECT_EQ(results, first) << "differs from the first level";
  });
}

TEST(RbmUpdate, IsTheFormulaAtEveryLevel) {
  expect_formula(false);
}

TEST(RbmUpdate, LeavesAbsentWeightsAlone) {
  expect_formula(true);
}

}  // namespace
}  // namespace bitbasin::rbm_update_test
