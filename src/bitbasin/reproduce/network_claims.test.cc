// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim_groups.h"

#include <gmock/gmock.h>

#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::network_claims_test {
namespace {

using ::testing::HasSubstr;

Json trained(std::uint64_t train_errors, std::uint64_t test_errors) {
  return {{"train_errors", train_errors}, {"test_errors", test_errors}, {"test_images", 10000}};
}

TEST(NetworkClaims, DigitsAreJudgedWithTheFeaturesOfThePaper) {
  const struct {
    Json patches, machine;
    Verdict verdict;
  } cases[] = {{trained(0, 170), trained(0, 240), Verdict::reproduced},
               {trained(0, 170), trained(0, 360), Verdict::partly},
               {trained(3, 170), trained(0, 360), Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("mnist-small").cells({})) {
      const bool machine = cell.task.parameters.at("features").get<std::string>().starts_with("rbm");
      made_up.put(cell, machine ? c.machine : c.patches);
    }
    EXPECT_EQ(judge_stored("mnist-small", made_up).verdict, c.verdict);
  }
}

TEST(NetworkClaims, TheSmallestNetworkMakesNoTrainingError) {
  for (const bool smaller : {false, true}) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("mnist-smallest").cells({})) {
      const bool small = cell.task.parameters.at("k1") == 7;
      made_up.put(cell, trained(small && !smaller ? 3 : 0, 200));
    }
    const ClaimResult result = judge_stored("mnist-smallest", made_up);
    EXPECT_EQ(result.verdict, smaller ? Verdict::not_reproduced : Verdict::reproduced);
    EXPECT_THAT(result.measured, HasSubstr(smaller ? "7 x 20" : "11 x 30"));
  }
}

Json walked(double slope_of_density, double slope_of_error) {
  Json points = Json::array();
  for (const double d : {0.0, 0.1, 0.2}) {
    points.push_back({{"distance", d},
                      {"density", 0.9 + slope_of_density * d},
                      {"test_error", 0.02 + slope_of_error * d}});
  }
  return {{"train_errors", 0}, {"points", std::move(points)}};
}

TEST(NetworkClaims, WalksAreTheSameEverywhereIfNoneDiffers) {
  for (const bool differs : {false, true}) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("walk-everywhere").cells({})) {
      const bool small = cell.task.parameters.at("k1") == 7;
      made_up.put(cell, walked(small && differs ? 1 : -1, 0.01));
    }
    const ClaimResult result = judge_stored("walk-everywhere", made_up);
    EXPECT_EQ(result.verdict, differs ? Verdict::partly : Verdict::reproduced);
    EXPECT_EQ(result.why, differs ? "otherwise from 7 x 20, patches" : "");
  }
}

TEST(NetworkClaims, WalkNeedsDensityThatFallsAndErrorThatGrows) {
  const struct {
    Json walk;
    Verdict verdict;
  } cases[] = {{walked(-1, 0.01), Verdict::reproduced},
               {walked(-1, -0.01), Verdict::partly},
               {walked(0.1, -0.01), Verdict::not_reproduced},
               {Json{{"train_errors", 5}, {"points", Json::array()}}, Verdict::not_run}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    made_up.put(claim("walk").cells({})[0], c.walk);
    EXPECT_EQ(judge_stored("walk", made_up).verdict, c.verdict);
  }
}

}  // namespace
}  // namespace bitbasin::network_claims_test
