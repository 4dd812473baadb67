// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/cmd/command_algorithms.h"

#include <gmock/gmock.h>

#include "bitbasin/cmd/run_program.test.h"
#include "bitbasin/perceptron/algorithms.h"

namespace bitbasin {
namespace {

using ::testing::HasSubstr;

TEST(Algorithms, ListsEachWithItsOptions) {
  const Outcome text = run_bitbasin("algorithms");
  const auto json = run_bitbasin("algorithms --json").json();
  ASSERT_EQ(json["algorithms"].size(), perceptron_algorithms().size());
  for (std::size_t i = 0; i < perceptron_algorithms().size(); ++i) {
    const PerceptronAlgorithm& a = perceptron_algorithms()[i];
    EXPECT_EQ(json["algorithms"][i]["name"], a.name);
    EXPECT_EQ(json["algorithms"][i]["options"].size(), a.options.size());
    for (const OptionRow& o : a.options) EXPECT_THAT(text.out, HasSubstr(o.meaning));
  }
}

TEST(Algorithms, TellsAboutOneAndRefusesOthers) {
  EXPECT_THAT(run_bitbasin("algorithms rbp").out, HasSubstr("rate"));
  EXPECT_TRUE(run_bitbasin("algorithms lp").is_error_about("expected one of the algorithms"));
}

TEST(House, AlgorithmReferenceIsUpToDate) {
  EXPECT_TRUE(run_bitbasin("algorithms --markdown").out ==
              file_bytes(BITBASIN_SOURCE_DIR "/doc/algorithms.md"))
      << "doc/algorithms.md is not what the program says; refresh it: make docs";
}

}  // namespace
}  // namespace bitbasin
