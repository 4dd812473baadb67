// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/claim.h"

#include <gmock/gmock.h>

#include <set>

#include "bitbasin/base/error.h"
#include "bitbasin/reproduce/annealing.h"
#include "bitbasin/reproduce/capacity.h"
#include "bitbasin/reproduce/edmc_scaling.h"
#include "bitbasin/reproduce/solver_entropy.h"

namespace bitbasin {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Claims, HaveNamesThatAreTheirOwn) {
  std::set<std::string> ids;
  for (const Claim& c : claims()) {
    EXPECT_TRUE(ids.insert(c.id).second) << c.id;
    EXPECT_FALSE(c.statement.empty() || c.paper.empty()) << c.id;
    EXPECT_EQ(&claim(c.id), &c);
  }
  EXPECT_THAT([] { claim("capacity"); }, ThrowsMessage<Error>(HasSubstr("capacity-rbp")));
}

TEST(CapacityClaim, AnEasyOneIsReproduced) {
  RunControl control;
  const ClaimResult easy = capacity_claim("rbp", 0.3)({}, control);
  EXPECT_EQ(easy.verdict, Verdict::reproduced);
  EXPECT_THAT(easy.measured, HasSubstr("20 of 20 solved at alpha 0.3, N = 1001"));
  ASSERT_TRUE(easy.interval);
  EXPECT_GT(easy.interval->first, 0.8);
}

TEST(CapacityClaim, SaysWhenItWasStopped) {
  RunControl control({.work = 1000});
  const ClaimResult result = capacity_claim("rbp", 0.3)({}, control);
  EXPECT_EQ(result.verdict, Verdict::not_run);
  EXPECT_THAT(result.measured, HasSubstr("stopped"));
}

TEST(EdmcClaim, FindsAnExponentAboveOne) {
  RunControl control;
  const ClaimResult result = edmc_perceptron_claim(0.2, 1.2)({}, control);
  EXPECT_THAT(result.measured, HasSubstr("140 of 140 solved"));
  ASSERT_TRUE(result.interval);
  EXPECT_GT(result.interval->first, 1.0);
  EXPECT_LT(result.interval->second, 1.3);
}

TEST(AnnealingClaim, IsAboutFailing) {
  RunControl control;
  EXPECT_EQ(annealing_fails_claim(3, 2.0)({}, control).verdict, Verdict::not_reproduced);
  RunControl little({.work = 1000});
  EXPECT_EQ(annealing_fails_claim(3, 2.0)({}, little).verdict, Verdict::not_run);
}

TEST(SolverEntropyClaim, SolversLieInDenserRegions) {
  RunControl control;
  const ClaimResult result = measure_solver_entropy({}, control);
  EXPECT_EQ(result.verdict, Verdict::reproduced);
  ASSERT_TRUE(result.interval);
  EXPECT_GT(result.interval->first, 0.02);
}

}  // namespace
}  // namespace bitbasin
