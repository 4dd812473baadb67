// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/math/generalization_error.h"

#include <gtest/gtest.h>

namespace bitbasin::generalization_error_test {
namespace {

TEST(GeneralizationError, GoesFromOneToZero) {
  EXPECT_EQ(generalization_error(1), 0);
  EXPECT_EQ(generalization_error(-1), 1);
  EXPECT_DOUBLE_EQ(generalization_error(0), 0.5);
  EXPECT_DOUBLE_EQ(generalization_error(0.5), 1.0 / 3);
  EXPECT_EQ(generalization_error(1 + 1e-15), 0);  // rounding must not make it NaN
}

}  // namespace
}  // namespace bitbasin::generalization_error_test
