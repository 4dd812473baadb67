// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/solve/constraint_count.h"

#include <gmock/gmock.h>

#include <cmath>

#include "bitbasin/base/error.h"

namespace bitbasin {
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
    EXPECT_THAT(
        [&] { constraint_count(101, alpha, kRatio); },
        ThrowsMessage<Error>(StartsWith("expected alpha, patterns per synapse, to be at least 0 but it is")));
  }
  EXPECT_THAT([] { constraint_count(1000, 1e20, kRatio); },
              ThrowsMessage<Error>("expected alpha * N to be at most 2^52 but alpha is 1e+20 and N is 1000"));
}

TEST(ConstraintCount, IsGivenInOneWay) {
  EXPECT_EQ(constraint_count(101, 0.7, kRatio, {}, "patterns"), 71u);
  EXPECT_EQ(constraint_count(101, {}, kRatio, 9, "patterns"), 9u);
  EXPECT_THAT([] { constraint_count(101, 0.7, kRatio, 9, "patterns"); },
              ThrowsMessage<Error>("expected either alpha or patterns but both are given"));
  EXPECT_THAT([] { constraint_count(101, {}, kRatio, {}, "patterns"); },
              ThrowsMessage<Error>("expected either alpha or patterns but neither is given"));
}

}  // namespace
}  // namespace bitbasin
