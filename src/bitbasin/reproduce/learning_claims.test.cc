// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim_groups.h"

#include <gmock/gmock.h>

#include "bitbasin/reproduce/made_up_store.test.h"

namespace bitbasin::learning_claims_test {
namespace {

TEST(LearningClaims, RobustMeansThatEveryNoiseIsTolerated) {
  const struct {
    std::uint64_t flipped, others;  // solved of 20
    double errors;                  // of 350 patterns, after the damage
    Verdict verdict;
    const char* why;
  } cases[] = {
      {18, 19, 10, Verdict::reproduced, ""},
      {17, 19, 10, Verdict::partly, "too much is lost by: flip"},
      {18, 19, 20, Verdict::partly, "too much is lost by: flipped weights"},
      {0, 0, 20, Verdict::not_reproduced, "too much is lost by: flip, ignore, decay, lose, flipped weights"}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("sbpi-noise").cells({})) {
      const std::string& spec = cell.task.algorithm;
      const std::uint64_t solved = spec == "sbpi:restarts=0"        ? 20
                                   : spec.find("flip") != spec.npos ? c.flipped
                                                                    : c.others;
      made_up.put(cell, [&](std::uint64_t i) {
        Json damage = Json::array();
        damage.push_back({{"fraction", 0.01}, {"errors", c.errors}});
        damage.push_back({{"fraction", 0.1}, {"errors", 100}});
        return Json{{"solved", i < solved}, {"patterns", 350}, {"damage", std::move(damage)}};
      });
    }
    const ClaimResult result = judge_stored("sbpi-noise", made_up);
    EXPECT_EQ(result.verdict, c.verdict) << c.why;
    EXPECT_EQ(result.why, c.why);
  }
}

TEST(LearningClaims, FewStatesAreEnoughIfTheySolveWhatManyDo) {
  const struct {
    std::uint64_t few;  // solved of 20 with 32 states
    Verdict verdict;
  } cases[] = {{18, Verdict::reproduced}, {17, Verdict::partly}, {9, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("sbpi-states").cells({})) {
      const bool few = cell.task.algorithm.find("h_max=31") != std::string::npos;
      made_up.put(cell, [&](std::uint64_t i) { return Json{{"solved", i < (few ? c.few : 20)}}; });
    }
    EXPECT_EQ(judge_stored("sbpi-states", made_up).verdict, c.verdict) << c.few;
  }
}

TEST(LearningClaims, OnlineRulesAreEqualInTheirCurvesAndTheirEnds) {
  const struct {
    double error, end;  // of cpr, where sbpi has 0.2 and 8
    Verdict verdict;
  } cases[] = {{0.205, 9, Verdict::reproduced},
               {0.25, 9, Verdict::partly},
               {0.205, 11, Verdict::partly},
               {0.25, 11, Verdict::not_reproduced}};
  for (const auto& c : cases) {
    MadeUpStore made_up;
    for (const Cell& cell : claim("online-equal").cells({})) {
      const bool cpr = cell.task.algorithm == "cpr";
      made_up.put(cell, [&](std::uint64_t i) {
        Json points = Json::array();
        const double scatter = i % 2 == 0 ? 1e-3 : -1e-3;
        points.push_back({{"patterns", 100}, {"generalization_error", (cpr ? c.error : 0.2) + scatter}});
        points.push_back({{"patterns", 8000 + i}, {"generalization_error", 0.0}});
        return Json{{"solved", true}, {"alpha", cpr ? c.end : 8.0}, {"points", std::move(points)}};
      });
    }
    EXPECT_EQ(judge_stored("online-equal", made_up).verdict, c.verdict) << c.error << " " << c.end;
  }
}

}  // namespace
}  // namespace bitbasin::learning_claims_test
