// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/tune/front.h"

#include <gmock/gmock.h>

namespace bitbasin::front_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Front, IsBetterInSomethingThanEveryOther) {
  const std::vector<Scores> results{
      {0.05, 10, 5},                  // smallest
      {0.01, 90, 9},                  // most accurate
      {0.02, 90, 9},                  // worse than the one before in one thing
      {0.03, 20, 5},  {0.04, 30, 1},  // fastest
      {0.06, 99, 99},                 // worse in everything
  };
  EXPECT_THAT(front(results), ElementsAre(1, 3, 4, 0));
  EXPECT_THAT(front_after_front(results), ElementsAre(1, 3, 4, 0, 2, 5));
  EXPECT_THAT(front({}), IsEmpty());
}

TEST(Front, TakesTheFirstOfEquals) {
  const std::vector<Scores> results{{0.1, 2, 3}, {0.1, 2, 3}, {0.1, 2, 3}};
  EXPECT_THAT(front(results), ElementsAre(0));
  EXPECT_THAT(front_after_front(results), ElementsAre(0, 1, 2));
}

}  // namespace
}  // namespace bitbasin::front_test
