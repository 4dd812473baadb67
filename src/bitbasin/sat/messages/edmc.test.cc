// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/sat/messages/edmc.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bitbasin::edmc_test {
namespace {

EdmcOptions resolved(EdmcMode mode, double load, std::uint32_t variables) {
  EdmcOptions options;
  options.mode = mode;
  return resolve_for_sat(options, load, variables);
}

TEST(SatEdmcOptions, DefaultsFollowModeLoadAndSize) {
  const EdmcOptions easy = resolved(EdmcMode::parallel, 0.85, 10'000);
  EXPECT_EQ(*easy.gamma, 0);
  EXPECT_EQ(*easy.gamma_max, 0.4);
  EXPECT_EQ(*easy.tolerance, 0.1);
  EXPECT_NEAR(*easy.gamma_step, 0.0025, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 0.915, 100).gamma_step, 0.00175, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 0.98, 100).gamma_step, 0.001, 1e-15);
  EXPECT_NEAR(*resolved(EdmcMode::parallel, 1.5, 640'000).gamma_step, 0.0005, 1e-15);  // 64^(-1/6) = 1/2
  const EdmcOptions single = resolved(EdmcMode::predicted, 0.98, 640'000);
  EXPECT_EQ(*single.gamma, 0.2);
  EXPECT_EQ(*single.gamma_step, 0.1);
  EXPECT_EQ(*single.gamma_max, 2.5);
  EXPECT_EQ(*single.tolerance, 0.1);
}

TEST(SatEdmcOptions, WhatIsGivenStays) {
  EdmcOptions options;
  options.gamma = 0.3;
  options.gamma_step = 0.01;
  options.gamma_max = 0.7;
  options.tolerance = 0.05;
  const EdmcOptions same = resolve_for_sat(options, 0.9, 1000);
  EXPECT_EQ(*same.gamma, 0.3);
  EXPECT_EQ(*same.gamma_step, 0.01);
  EXPECT_EQ(*same.gamma_max, 0.7);
  EXPECT_EQ(*same.tolerance, 0.05);
}

}  // namespace
}  // namespace bitbasin::edmc_test
