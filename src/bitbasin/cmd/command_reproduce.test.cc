// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_reproduce.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/reproduce/claim.h"

namespace bitbasin {
namespace {

using ::testing::HasSubstr;

TEST(Reproduce, ListsEveryClaimAndMeasuresNone) {
  const auto json = run_bitbasin("reproduce --list --json").json();
  ASSERT_EQ(json["claims"].size(), claims().size());
  for (const auto& row : json["claims"]) EXPECT_EQ(row["verdict"], "not run");
}

TEST(Reproduce, MeasuresOneClaim) {
  const auto json = run_bitbasin("reproduce capacity-sbpi --json").json();
  ASSERT_EQ(json["claims"].size(), 1u);
  const auto& row = json["claims"][0];
  EXPECT_EQ(row["id"], "capacity-sbpi");
  EXPECT_THAT(row["measured"].get<std::string>(), HasSubstr("solved at alpha 0.69"));
  EXPECT_EQ(row["interval"].size(), 2u);
  EXPECT_EQ(row["verdict"], "reproduced");
}

TEST(Reproduce, SaysWhichDataAreMissing) {
  const TempFolder nothing;
  const Outcome outcome = run_shell("BITBASIN_DATA='" + nothing.path() +
                                    "' bitbasin reproduce mnist-small mnist-large walk --json");
  EXPECT_EQ(outcome.code, 0) << outcome;
  const auto json = outcome.json();
  ASSERT_EQ(json["claims"].size(), 3u);
  for (const auto& row : json["claims"]) {
    EXPECT_EQ(row["verdict"], "not run");
    EXPECT_EQ(row["measured"], "no data: bitbasin data fetch mnist");
  }
}

TEST(Reproduce, RefusesAnUnknownClaim) {
  EXPECT_TRUE(run_bitbasin("reproduce capacity").is_error_about("expected one of the claims"));
}

}  // namespace
}  // namespace bitbasin
