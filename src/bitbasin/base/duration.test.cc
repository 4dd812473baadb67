// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/duration.h"

#include <gtest/gtest.h>

namespace bitbasin::duration_test {
namespace {

TEST(Duration, IsShortInEveryUnit) {
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(duration_text(0.26, 1), "0.3 s");
  EXPECT_EQ(duration_text(22.4), "22 s");
  EXPECT_EQ(duration_text(99), "99 s");
  EXPECT_EQ(duration_text(100), "2 min");
  EXPECT_EQ(duration_text(600, 1), "10 min");
  EXPECT_EQ(duration_text(6000), "1.7 h");
  EXPECT_EQ(duration_text(360000), "100.0 h");
}

}  // namespace
}  // namespace bitbasin::duration_test
