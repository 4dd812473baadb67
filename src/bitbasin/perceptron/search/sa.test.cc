// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/sa.h"

#include <gtest/gtest.h>

namespace bitbasin {
namespace {

TEST(PerceptronSa, TheScheduleFollowsTheEnergy) {
  const AnnealSchedule depth = resolve(SaOptions{.start = {}, .end = {}, .sweeps = 11, .runs = 2});
  EXPECT_EQ(depth.start, 1);
  EXPECT_EQ(depth.end, 0.25);
  EXPECT_EQ(depth.sweeps, 11u);
  EXPECT_EQ(depth.runs, 2u);
  EXPECT_EQ(resolve(SaOptions{.energy = SaEnergy::errors, .start = {}, .end = {}}).start, 0.4);
  EXPECT_EQ(resolve(SaOptions{.energy = SaEnergy::errors, .start = {}, .end = {}}).end, 0.1);
  EXPECT_EQ(resolve(SaOptions{.start = 2, .end = 0.5}).start, 2);
  EXPECT_EQ(resolve(SaOptions{.start = 2, .end = 0.5}).end, 0.5);
}

}  // namespace
}  // namespace bitbasin
