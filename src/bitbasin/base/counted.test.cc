// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/base/counted.h"

#include <gtest/gtest.h>

namespace bitbasin::counted_test {
namespace {

TEST(Counted, OneIsSingular) {
  EXPECT_EQ(counted(0, "error"), "0 errors");
  EXPECT_EQ(counted(1, "error"), "1 error");
  EXPECT_EQ(counted(2, "error"), "2 errors");
  EXPECT_EQ(counted(1, "binary synapse"), "1 binary synapse");
  EXPECT_EQ(counted(1, "entry"), "1 entry");
  EXPECT_EQ(counted(3, "entry"), "3 entries");
}

}  // namespace
}  // namespace bitbasin::counted_test
