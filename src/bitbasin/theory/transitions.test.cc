// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/transitions.h"

#include <gtest/gtest.h>

namespace bitbasin {
namespace {

// The others take half a minute: bitbasin theory transitions prints them, doc/theory.md has them.
TEST(Transitions, YDivergesAtALargeDistance) {
  RunControl control;
  const DivergencePoint d = divergence_point({LabelSource::classify, 0.75, {}, {1.6, 1}}, control);
  EXPECT_LT(d.error, 1e-3);
  EXPECT_GT(d.d, 0.1);
  EXPECT_LT(d.d, 0.25);
}

}  // namespace
}  // namespace bitbasin
