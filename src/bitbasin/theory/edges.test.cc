// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/theory/edges.h"

#include <gtest/gtest.h>

namespace bitbasin::edges_test {
namespace {

// Coarse steps of the quadrature change the seventh digit.
constexpr TheoryQuadrature kCoarse{1.3, 2};

// Far above the end of the dense regions, because the branch comes to q1 = S sooner there.
TEST(OverlapEdges, SlopeVanishesWhereQ1ReachesS) {
  RunControl control;
  const OverlapEdges edges = overlap_edges(0.81, 0.016, kCoarse, control);
  ASSERT_EQ(edges.overlap.size(), 1u);
  ASSERT_GE(edges.slope.size(), 1u);
  EXPECT_NEAR(edges.overlap[0].d, 0.0161, 2e-4);
  EXPECT_NEAR(edges.slope[0].d / edges.overlap[0].d, 1, 3e-4);
}

TEST(OverlapEdges, AnInterruptedSearchFindsNothing) {
  RunControl control({.work = 10});
  EXPECT_EQ(overlap_edges(0.78, 0.01, kCoarse, control).points, 0);
}

}  // namespace
}  // namespace bitbasin::edges_test
