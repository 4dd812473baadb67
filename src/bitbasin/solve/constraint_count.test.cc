// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/constraint_count.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin::constraint_count_test {
namespace {

using ::testing::StartsWith;
using ::testing::ThrowsMessage;

constexpr const char* kRatio = "patterns per synapse";

TEST(ConstraintCount, RoundsHalvesUp) {
  EXPECT_EQ(constraint_count(101, 0.7, kRatio), 71u);  // 70.7
  EXPECT_EQ(constraint_count(101, 0.5, kRatio), 51u);  // 50.5
  EXPECT_EQ(constraint_count(101, 0.0, kRatio), 0u);
}

TEST(ConstraintCount, RefusesWhatIsNoDensity) {
  for (const double alpha : {-0.1, std::nan("")}) {
    EXPECT_THAT([&] { constraint_count(101, alpha, kRatio); },
                ThrowsMessage<Error>(StartsWith("expected alpha, patterns per synapse, of at least 0, got")));
  }
  EXPECT_THAT([] { constraint_count(1000, 1e16, kRatio); },
              ThrowsMessage<Error>("expected alpha * N of at most 2^52, got alpha = 1e+16 and N = 1000"));
}

TEST(ConstraintCount, IsGivenInOneWay) {
  EXPECT_EQ(constraint_count(101, 0.7, kRatio, {}, "patterns"), 71u);
  EXPECT_EQ(constraint_count(101, {}, kRatio, 9, "patterns"), 9u);
  EXPECT_THAT([] { constraint_count(101, 0.7, kRatio, 9, "patterns"); },
              ThrowsMessage<Error>("expected either alpha or patterns, got both"));
  EXPECT_THAT([] { constraint_count(101, {}, kRatio, {}, "patterns"); },
              ThrowsMessage<Error>("expected either alpha or patterns, got neither"));
}

}  // namespace
}  // namespace bitbasin::constraint_count_test
