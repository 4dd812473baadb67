// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/perceptron/online/ramp_epochs.h"

#include <gtest/gtest.h>

namespace bitbasin::ramp_epochs_test {
namespace {

TEST(RampEpochs, DoublesEveryTwoHundredths) {
  EXPECT_EQ(ramp_epochs(0.65, 1000), 1000);
  EXPECT_NEAR(static_cast<double>(ramp_epochs(0.67, 1000)), 2000, 1);
  EXPECT_NEAR(static_cast<double>(ramp_epochs(0.75, 1000)), 32000, 1);
}

TEST(RampEpochs, IsBoundedAndShortForTeachers) {
  EXPECT_EQ(ramp_epochs(0, 1000), 500);
  EXPECT_EQ(ramp_epochs(0.63, 1000), 500);
  EXPECT_EQ(ramp_epochs(0.80, 1000), ramp_epochs(0.76, 1000));
  EXPECT_EQ(ramp_epochs(2, 1000), 1000);
}

}  // namespace
}  // namespace bitbasin::ramp_epochs_test
