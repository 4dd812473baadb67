// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/reproduce/theory_claims.h"

#include <gmock/gmock.h>

namespace bitbasin {
namespace {

using ::testing::HasSubstr;

TEST(TheoryClaims, EquilibriumIsReproduced) {
  RunControl control;
  EXPECT_EQ(equilibrium_capacity({}, control).verdict, Verdict::reproduced);
  EXPECT_EQ(teacher_transition({}, control).verdict, Verdict::reproduced);
}

TEST(TheoryClaims, TypicalSolutionsAreIsolated) {
  RunControl control;
  const ClaimResult result = typical_isolated({}, control);
  EXPECT_EQ(result.verdict, Verdict::reproduced);
  EXPECT_THAT(result.measured, HasSubstr("S_I = -0."));
}

TEST(TheoryClaims, ReferenceSolutionsGeneralizeBetter) {
  RunControl control;
  EXPECT_EQ(reference_generalization({}, control).verdict, Verdict::reproduced);
}

TEST(TheoryClaims, SayWhenTheyWereStopped) {
  RunControl control({.work = 5});
  const ClaimResult result = dense_clusters({}, control);
  EXPECT_EQ(result.verdict, Verdict::not_run);
  EXPECT_THAT(result.measured, HasSubstr("stopped"));
}

}  // namespace
}  // namespace bitbasin
