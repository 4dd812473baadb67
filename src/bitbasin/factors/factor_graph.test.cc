// SPDX-License-Identifier: Apache-2.0
#include "bitbasin/factors/factor_graph.h"

#include <gmock/gmock.h>

#include "bitbasin/data/temp_folder.test.h"

namespace bitbasin::factor_graph_test {
namespace {

using testing::HasSubstr;

TEST(FactorGraph, BitsFollowTheOrderOfTheScope) {
  FactorGraph graph(3);
  graph.add({2, 0}, [](std::uint32_t bits) { return bits == 0b01; });  // variable 2 is +1, variable 0 is -1
  graph.add({1}, [](std::uint32_t bits) { return bits == 1; });
  BitVector w(3);
  w.set(0, true);
  EXPECT_EQ(count_violations(graph, w), 2u);
  w.set(1, true);
  EXPECT_EQ(count_violations(graph, w), 1u);
  w.set(2, true);
  EXPECT_EQ(count_violations(graph, w), 1u);
  w.set(0, false);
  EXPECT_EQ(count_violations(graph, w), 0u);
}

TEST(FactorGraph, RefusesWhatIsNone) {
  const auto yes = [](std::uint32_t) { return true; };
  EXPECT_THAT(error_text([] { FactorGraph(0); }), HasSubstr("variables, got 0"));
  EXPECT_THAT(error_text([] { FactorGraph(1, -1); }), HasSubstr("beta above 0, got -1"));
  FactorGraph graph(20);
  EXPECT_THAT(error_text([&] { graph.add({}, yes); }), HasSubstr("1 to 16 variables, got 0"));
  const std::vector<std::uint32_t> many(17);
  EXPECT_THAT(error_text([&] { graph.add(many, yes); }), HasSubstr("1 to 16 variables, got 17"));
  EXPECT_THAT(error_text([&] { graph.add({20}, yes); }), HasSubstr("below 20, got 20"));
  EXPECT_THAT(error_text([&] { graph.add({3, 4, 3}, yes); }), HasSubstr("got 3 twice"));
  EXPECT_EQ(graph.factors(), 0u);
  EXPECT_THAT(error_text([&] { count_violations(graph, BitVector(19)); }), HasSubstr("20 values, got 19"));
}

}  // namespace
}  // namespace bitbasin::factor_graph_test
