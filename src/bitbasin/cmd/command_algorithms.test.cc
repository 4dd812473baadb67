// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/commands.h"

#include <bitbasin_paths.test.h>
#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/features/feature_spec.h"
#include "bitbasin/perceptron/algorithms.h"
#include "bitbasin/sat/algorithms.h"
#include "bitbasin/task/committee_problem.h"

namespace bitbasin::command_algorithms_test {
namespace {

using ::testing::HasSubstr;

TEST(Algorithms, ListsEachWithItsOptions) {
  const Outcome text = run_bitbasin("algorithms");
  const auto json = run_bitbasin("algorithms --json").json();
  ASSERT_EQ(json["algorithms"].size(), algorithms<PerceptronInstance>().size() +
                                           algorithms<CommitteeInstance>().size() +
                                           algorithms<Formula>().size() + feature_stages().size());
  std::size_t row = 0;
  const auto expect = [&](const auto& algorithm, const char* problem) {
    EXPECT_EQ(json["algorithms"][row]["name"], algorithm.name);
    EXPECT_EQ(json["algorithms"][row]["problem"], problem);
    EXPECT_EQ(json["algorithms"][row++]["options"].size(), algorithm.options.size());
    for (const OptionRow& o : algorithm.options) EXPECT_THAT(text.out, HasSubstr(o.meaning));
  };
  for (const auto& a : algorithms<PerceptronInstance>()) expect(a, "perceptron");
  for (const auto& a : algorithms<CommitteeInstance>()) expect(a, "committee");
  for (const auto& a : algorithms<Formula>()) expect(a, "ksat");
  for (const FeatureStage& stage : feature_stages()) expect(stage, "images");
}

TEST(Algorithms, TellsAboutOneAndRefusesOthers) {
  EXPECT_THAT(run_bitbasin("algorithms sbpi").out, HasSubstr("sbpi of perceptron"));
  const std::string both = run_bitbasin("algorithms rbp").out;
  EXPECT_THAT(both, HasSubstr("rbp of perceptron"));
  EXPECT_THAT(both, HasSubstr("rbp of ksat"));
  EXPECT_TRUE(run_bitbasin("algorithms lp").is_error_about("expected one of the algorithms"));
}

TEST(House, AlgorithmReferenceIsUpToDate) {
  EXPECT_TRUE(run_bitbasin("algorithms --markdown").out ==
              file_bytes(BITBASIN_SOURCE_DIR "/doc/reference/algorithms.md"))
      << "doc/reference/algorithms.md is not what the program says; refresh it: make docs";
}

}  // namespace
}  // namespace bitbasin::command_algorithms_test
