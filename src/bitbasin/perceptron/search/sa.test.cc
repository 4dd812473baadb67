// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/search/sa.h"

#include <gtest/gtest.h>

namespace bitbasin::sa_test {
namespace {

TEST(PerceptronSa, TheScheduleFollowsTheEnergy) {
  const AnnealSchedule depth =
      resolve(SaOptions{.anneal = {.start = {}, .end = {}, .sweeps = 11, .runs = 2}});
  EXPECT_EQ(depth.start, 1);
  EXPECT_EQ(depth.end, 0.25);
  EXPECT_EQ(depth.sweeps, 11u);
  EXPECT_EQ(depth.runs, 2u);
  EXPECT_EQ(resolve(SaOptions{.energy = SaEnergy::errors, .anneal = {}}).start, 0.4);
  EXPECT_EQ(resolve(SaOptions{.energy = SaEnergy::errors, .anneal = {}}).end, 0.1);
  EXPECT_EQ(resolve(SaOptions{.anneal = {.start = 2, .end = 0.5}}).start, 2);
  EXPECT_EQ(resolve(SaOptions{.anneal = {.start = 2, .end = 0.5}}).end, 0.5);
}

}  // namespace
}  // namespace bitbasin::sa_test
