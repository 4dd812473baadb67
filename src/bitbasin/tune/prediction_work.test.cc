// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/prediction_work.h"

#include <gtest/gtest.h>

namespace bitbasin::prediction_work_test {
namespace {

double work(const char* features, const CommitteeShape& shape) {
  return prediction_work(parse_feature_spec(features), 28, 28, shape);
}

// Rates of doc/measurements/networks.md, in images per second.
TEST(PredictionWork, IsCloseToWhatWasMeasured) {
  const double small = 1e9 / work("patches:32", {1295, 11, 30, 10});
  EXPECT_GT(small, 44e3);
  EXPECT_LT(small, 65e3);
  const double fast = 1e9 / work("bitpatches:32", {895, 7, 72, 10});
  EXPECT_GT(fast, 400e3);
  EXPECT_LT(fast, 600e3);
}

TEST(PredictionWork, CountsResponsesOnce) {
  const CommitteeShape shape{101, 5, 20, 10};
  const double once = work("patches:8:size=3", shape);
  EXPECT_EQ(work("patches:8:size=3,patches:8:size=3:cells=2:levels=1", shape), once);
  EXPECT_GT(work("patches:8:size=3,patches:8:size=3:cells=2:contrast=5", shape), once);
  EXPECT_GT(work("patches:8:size=3,patches:8:size=5:cells=2", shape), once);
}

TEST(PredictionWork, GrowsWithEverything) {
  const CommitteeShape shape{101, 5, 20, 10};
  const double least = work("patches:8:size=3", shape);
  EXPECT_LT(least, work("deskew,patches:8:size=3", shape));
  EXPECT_LT(least, work("patches:9:size=3", shape));
  EXPECT_LT(least, work("patches:8:size=4", shape));
  EXPECT_LT(least, work("patches:8:size=3,quantiles:1", shape));
  EXPECT_LT(least, work("patches:8:size=3", {101, 7, 20, 10}));
  EXPECT_LT(work("bitpatches:8:size=3", shape), least);
  EXPECT_LT(work("threshold", shape), work("quantiles:3", shape));
  EXPECT_LT(work("rbm:101", shape), work("project:201", shape));
}

}  // namespace
}  // namespace bitbasin::prediction_work_test
