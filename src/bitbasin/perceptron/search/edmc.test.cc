// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/edmc.h"

#include <gtest/gtest.h>

namespace bitbasin::edmc_test {
namespace {

EdmcOptions resolved(EdmcMode mode, double alpha) {
  EdmcOptions options;
  options.mode = mode;
  return resolve_for_perceptron(options, alpha);
}

TEST(PerceptronEdmc, DefaultsFollowModeAndAlpha) {
  const EdmcOptions easy = resolved(EdmcMode::parallel, 0.4);
  EXPECT_EQ(*easy.gamma, 0);
  EXPECT_EQ(*easy.gamma_max, 2);
  EXPECT_EQ(*easy.tolerance, 0.1);
  EXPECT_NEAR(*easy.gamma_step, 0.01, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 0.55).gamma_step, 0.006, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 0.7).gamma_step, 0.002, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 0.8).gamma_step, 0.002, 1e-15);
  const EdmcOptions single = resolved(EdmcMode::predicted, 0.6);
  EXPECT_EQ(*single.gamma, 0.5);
  EXPECT_EQ(*single.gamma_step, 0.1);
  EXPECT_EQ(*single.gamma_max, 3);
  EXPECT_EQ(*resolved(EdmcMode::predicted, 0.61).gamma, 0.3);
  EXPECT_EQ(*resolved(EdmcMode::predicted, 0.61).gamma_step, 0.05);
}

TEST(PerceptronEdmc, WhatIsGivenStays) {
  EdmcOptions options;
  options.gamma = 0.4;
  options.gamma_step = 0.03;
  options.gamma_max = 1;
  options.tolerance = 0.05;
  const EdmcOptions same = resolve_for_perceptron(options, 0.65);
  EXPECT_EQ(*same.gamma, 0.4);
  EXPECT_EQ(*same.gamma_step, 0.03);
  EXPECT_EQ(*same.gamma_max, 1);
  EXPECT_EQ(*same.tolerance, 0.05);
}

}  // namespace
}  // namespace bitbasin::edmc_test
